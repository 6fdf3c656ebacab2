-- Says in the log that an operation of the service answers, and why calls fail, in words: a refused key, a version that does not exist, a
-- certificate that is not valid, a connection that fails. nginx's own lines have the visitor's address and are not logged. Each cause is named
-- once in ten minutes.
local log = require("log")

local SECONDS = 600
local TIMEOUT = 3000
-- The least seconds between two connections that look for a cause.
local AGAIN = 5

local causes = {}

local function say(cause)
  local is_new = ngx.shared.state:add("cause " .. cause, true, SECONDS)
  if is_new then log(cause) end
  return is_new
end

--- Connects to the service without sending anything, and says what fails. A time-out says nothing of the certificate:
--- the next failed call connects again.
local function connect(_, host, port, is_tls)
  local socket = ngx.socket.tcp()
  socket:settimeout(TIMEOUT)
  local connected, cause = socket:connect(host, port)
  if not connected then
    say("the service cannot be reached: " .. host .. ":" .. port .. ": " .. cause)
  elseif is_tls then
    local session, failed = socket:sslhandshake(nil, host, true)
    if failed and (failed:find("^%d+: ") or failed:find("^certificate ")) then
      say("the certificate of the service is not valid: " .. host .. ": " .. failed)
    elseif not session then
      say("no TLS connection to the service: " .. host .. ":" .. port .. ": " .. tostring(failed))
    end
    cause = failed
  end
  socket:close()
  if cause and (cause:find("timeout") or cause:find("timed out")) then ngx.shared.state:delete("connecting") end
end

--- Says after the start, and after a failure that was named, that an operation answers. `name` has its version.
function causes.answers(name)
  if ngx.shared.state:add("answers " .. name, true) then log("the service answers: " .. name) end
end

--- Notes the status of a failed call; 502 and 504 may be failures of the connection. `setting`: the name of the setting that has the key.
--- `other_version`: the setting of another version, "" if there is none; nil where a status 404 says nothing of the version.
function causes.note(status, setting, name, other_version)
  local hint = ""
  if (other_version or "") ~= "" then hint = "; make probe tries all versions, here another one is " .. other_version end
  local cause
  if status == 401 or status == 403 then
    cause = "the service refuses the key in " .. setting .. " for " .. name .. ", or its quota is used up: status " .. status .. hint
  elseif status == 404 and other_version then
    cause = "the service has no " .. name .. ": status 404" .. hint
  end
  if cause then
    if say(cause) then ngx.shared.state:delete("answers " .. name) end
    return
  end
  local host = ngx.var.service_host or ""
  if status ~= 502 and status ~= 504 or host == "" then return end
  if not ngx.shared.state:add("connecting", true, AGAIN) then return end
  ngx.timer.at(0, connect, host, tonumber(ngx.var.service_port), ngx.var.service_is_tls == "on")
end

return causes
