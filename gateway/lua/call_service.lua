-- Limits the calls for places and histories, calls the service once in the call interval and returns only valid
-- responses; anything else becomes 503 with Retry-After. Runs as the content handler of the calls server, which sets:
--   $called    the operation, of which "levels" gives the gauges that have a history
--   $called_version, $other_version  its version, and the setting of another one; for causes.lua
--   $shape     "collection", "array", "history" or "commentary", the JSON that the operation returns
--   $limit     how many calls a minute there may be; empty if they are not counted
--   $share     how many of them one visitor may cause
--   $interval  the least seconds between two calls for the same path
--   $longest   the seconds that a call may take
--   $key_setting  the name of the setting that has the key
--   $cache_seconds  the seconds for which the outer server caches a response; 0: no old response is returned
-- The visitor's address is in the header X-Visitor, which only the outer server can set.
local can_cache = require("cache_folder")
local causes = require("causes")
local first_messages = require("first_messages")
local gauges = require("gauges")
local lower_names = require("lower_names")
local memory = require("memory")
local network = require("network")
local reading = require("reading")
local sample_data = require("sample_data")
local take_slot = require("slots")
local valid_response = require("valid_response")

local called, path = ngx.var.called, ngx.var.request_uri
local name = called .. " (" .. ngx.var.called_version .. ")"
local interval = tonumber(ngx.var.interval)

--- A response that is not cached.
local function refuse(status, cause)
  ngx.header["X-Accel-Expires"] = "0"
  ngx.var.is_logged = "1"
  ngx.var.outcome = cause
  if status == 503 then
    ngx.header["Retry-After"] = ngx.var.default_retry_after
    return ngx.exit(503)
  end
  ngx.status = status
  ngx.header["Content-Type"] = "application/json"
  ngx.print('{"error":"no such history"}')
  return ngx.exit(status)
end

local function respond(time, tag, body, is_old)
  ngx.header["Content-Type"] = "application/json"
  ngx.header["X-Origin-Date"] = ngx.http_time(time)
  ngx.header["ETag"] = tag
  ngx.header["Content-Length"] = #body
  if sample_data.is_noted() then ngx.header["X-Sample-Data"] = "1" end
  if is_old or not can_cache(#body) then ngx.header["X-Accel-Expires"] = "0" end
  ngx.print(body)
end

--- The last valid response in memory, which is not cached: the outer server, which has a stale one, gives that first; it
--- has none if the cache folder was emptied or cannot be used. Without one the status 503; `outcome` is "cause;retry after".
local function fail(outcome)
  local cause, retry_after = outcome:match("^(.-);(%d*)$")
  ngx.var.outcome = cause or outcome
  if interval > 0 and ngx.var.cache_seconds ~= "0" then
    local time, tag, body = memory.get(path)
    if time then return respond(time, tag, body, true) end
  end
  ngx.header["X-Accel-Expires"] = "0"
  ngx.header["Retry-After"] = retry_after and retry_after ~= "" and retry_after or ngx.var.default_retry_after
  ngx.exit(503)
end

--- Whether the limits allow a call.
local function is_within_limits()
  if ngx.var.limit == "" then return true end
  local visitor = network(ngx.var.http_x_visitor or "unknown")
  if not take_slot(ngx.shared.shares, called .. visitor, tonumber(ngx.var.share)) then return false, "share used up" end
  if not take_slot(ngx.shared.counted_calls, called, tonumber(ngx.var.limit)) then return false, called .. " used up" end
  return true
end

--- Calls the service. "valid" and the response, or the cause of the failure.
local function call(token)
  local count = {}
  -- Ends the call where the code below does not run any more.
  local function give_up(outcome)
    reading.finish(count)
    memory.finish(path, token, interval, outcome)
  end
  function count.give_up() give_up("200 too large;") end
  ngx.on_abort(function()
    ngx.var.outcome = "timeout"
    give_up("timeout;")
    ngx.exit(499)
  end)
  ngx.var.is_call = "1"
  ngx.var.is_logged = "1"
  ngx.var.outcome = "200 too large"
  -- With POST, nginx tries a second address only if the request was not sent; proxy_method makes it GET.
  local response = ngx.location.capture("/service" .. ngx.var.uri, { args = ngx.var.args, method = ngx.HTTP_POST, ctx = count })
  reading.finish(count)
  local headers = lower_names(response.header)
  if response.status ~= 200 then
    -- A key that has the forecast may not have the commentary, which a page can do without.
    if called ~= "commentary" then
      -- Of a place or a gauge 404 says nothing of the version.
      local is_whole = ngx.var.limit == ""
      causes.note(response.status, ngx.var.key_setting, name, is_whole and ngx.var.other_version or nil)
    end
    local wait = headers["retry-after"]
    return response.status .. ";" .. (type(wait) == "string" and wait:match("^[1-9]%d?%d?%d?%d?$") or "")
  end
  local is_sample = headers["x-sample-data"] ~= nil
  sample_data.note(is_sample)
  if is_sample and ngx.var.allow_sample ~= "on" then return "200 sample data;" end
  local time, tag, document = valid_response(response, headers, ngx.var.shape)
  if not time then return "200 " .. tag .. ";" end
  if called == "levels" and ngx.var.shape == "array" then gauges.keep(document) end
  if interval > 0 then memory.keep(path, ngx.var.limit ~= "", time, tag, response.body) end
  if called == "wales" and ngx.var.cache_seconds ~= "0" and interval > 0 then first_messages.keep(time, document) end
  causes.answers(name)
  return "valid", time, tag, response.body
end

if called == "historical" then
  local wanted = ngx.req.get_uri_args()
  local is_window, is_earlier = gauges.is_window(wanted.from, wanted.to)
  if not is_window then return refuse(404, "other days") end
  -- A year of all gauges would displace what visitors request.
  if is_earlier then
    interval = 0
    ngx.header["X-Accel-Expires"] = "0"
  end
  if not gauges.are_known() then return refuse(503, "no gauges yet") end
  if not gauges.has(wanted.location, wanted.parameter) then return refuse(404, "no such gauge") end
end

local outcome, token, time, tag, body
if interval > 0 then outcome, token = memory.wait(path, tonumber(ngx.var.longest)) end
if not outcome then
  local is_allowed, cause = is_within_limits()
  if not is_allowed then
    memory.finish(path, token, interval, nil)
    return refuse(503, cause)
  end
  outcome, time, tag, body = call(token)
  memory.finish(path, token, interval, outcome)
elseif outcome == "valid" then
  time, tag, body = memory.get(path)
  if not time then outcome = "memory full;" end
end
if outcome ~= "valid" then return fail(outcome) end
ngx.var.outcome = 200
respond(time, tag, body)
