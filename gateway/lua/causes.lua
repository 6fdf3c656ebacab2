-- Says in the log why calls to the service fail, in words: a refused key, a certificate that is not valid, a connection that fails. nginx's own
-- lines have the visitor's address and are not logged. Each cause is named once in ten minutes.
local log = require("log")

local SECONDS = 600
local TIMEOUT = 3000

local causes = {}

local function say(cause)
  if ngx.shared.state:add("cause " .. cause, true, SECONDS) then log(cause) end
end

--- Connects to the service without sending anything, and says what fails.
local function connect(_, host, port, is_tls)
  local socket = ngx.socket.tcp()
  socket:settimeout(TIMEOUT)
  local connected, cause = socket:connect(host, port)
  if not connected then return say("the service cannot be reached: " .. host .. ":" .. port .. ": " .. cause) end
  if is_tls then
    local session, failed = socket:sslhandshake(nil, host, true)
    if not session then say("the certificate of the service is not valid: " .. host .. ": " .. failed) end
  end
  socket:close()
end

--- Notes the status of a failed call; 502 and 504 may be failures of the connection. `setting`: the name of the setting that has the key.
function causes.note(status, setting)
  if status == 401 or status == 403 then return say("the service refuses the key in " .. setting .. ", or its quota is used up: status " .. status) end
  local host = ngx.var.service_host or ""
  if status ~= 502 and status ~= 504 or host == "" then return end
  if not ngx.shared.state:add("connecting", true, SECONDS / 10) then return end
  ngx.timer.at(0, connect, host, tonumber(ngx.var.service_port), ngx.var.service_is_tls == "on")
end

return causes
