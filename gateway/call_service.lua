-- Limits the calls for places and histories, calls the service once and returns only valid responses; anything
-- else becomes 503 with Retry-After. Runs as the content handler of the calls server. The location sets:
--   $called  the operation, of which "levels" gives the gauges that have a history
--   $shape   "collection", "array" or "history", the JSON that the operation returns
--   $limit   how many calls a minute there may be; empty if they are not counted
--   $share   how many of them one visitor may cause
-- The visitor's address is in the header X-Visitor, which only the outer server can set.
local cjson = require("cjson.safe").new()
cjson.decode_max_depth(64)
cjson.decode_invalid_numbers(false)

local SECONDS = 60
local DAY = 86400
local LARGEST_BODY = 64 * 1024 * 1024

--- Takes one of `limit` slots for a minute, so that at most `limit` are taken in any minute. `add` is
--- atomic across workers.
local function take_slot(slots, name, limit)
  for number = 1, limit do
    if slots:add(name .. ":" .. number, true, SECONDS) then return true end
  end
  return false
end

--- The key for a visitor's share: the IPv4 address, or the /64 network of an IPv6 address, since one
--- visitor has all addresses of it.
local function network(address)
  if not address:find(":", 1, true) then return address end
  local head, tail = address:match("^(.-)::(.*)$")
  local groups, last = {}, {}
  for group in (head or address):gmatch("%x+") do groups[#groups + 1] = group end
  for group in (tail or ""):gmatch("%x+") do last[#last + 1] = group end
  while #groups + #last < 8 do groups[#groups + 1] = "0" end
  for _, group in ipairs(last) do groups[#groups + 1] = group end
  return table.concat(groups, ":", 1, 4)
end

--- Refuses a call because a limit is reached, that of one visitor or that of all, or because the gauges are not
--- known yet. The service was not called, so the inner server must not cache the refusal.
local function refuse(cause)
  ngx.header["X-Accel-Expires"] = "0"
  ngx.var.outcome = cause
  ngx.header["Retry-After"] = ngx.var.default_retry_after
  ngx.exit(503)
end

--- Refuses a history that is never given. The service was not called.
local function not_found(cause)
  ngx.header["X-Accel-Expires"] = "0"
  ngx.var.outcome = cause
  ngx.status = 404
  ngx.header["Content-Type"] = "application/json"
  ngx.print('{"error":"no such history"}')
  ngx.exit(404)
end

local function fail(cause, retry_after)
  ngx.var.outcome = cause
  ngx.header["Retry-After"] = retry_after or ngx.var.default_retry_after
  ngx.exit(503)
end

--- The JSON document of a body, or nil with the reason. nginx treats bytes that are not an HTTP
--- response as a body, so they are rejected here too.
local function decode(body, shape)
  if #body > LARGEST_BODY then return nil, "too large" end
  if not ngx.re.find(body, "^", "u") then return nil, "not UTF-8" end
  local text = body:gsub("^\239\187\191", "")
  -- cjson rejects a document with a lone surrogate; the page replaces only that character.
  if text:find("\\u[dD][89a-fA-F]") then
    text = ngx.re.gsub(text, [[(?<!\\)(?:\\\\)*\K\\u[dD][89a-fA-F][0-9a-fA-F]{2}]], "?", "jo")
  end
  local document = cjson.decode(text)
  if type(document) ~= "table" then return nil, "not JSON" end
  -- cjson decodes empty objects and empty arrays alike, so the first character decides.
  local first = text:match("^%s*(.)")
  if shape == "array" then
    if first ~= "[" then return nil, "not an array" end
    return document
  end
  if shape == "history" then
    if first ~= "{" or not ngx.re.find(text, [["parameterReadings"\s*:\s*\[]], "jo") then return nil, "no readings" end
    return document
  end
  if first ~= "{" or document.type ~= "FeatureCollection" then return nil, "not a FeatureCollection" end
  if type(document.features) ~= "table" or not ngx.re.find(text, [["features"\s*:\s*\[]], "jo") then return nil, "no features" end
  if document.error ~= nil and document.error ~= ngx.null then return nil, "an error" end
  if document.exceededTransferLimit == true then return nil, "not all features" end
  for _, name in ipairs({ "totalFeatures", "numberMatched" }) do
    local total = tonumber(document[name])
    if total and total > #document.features then return nil, "not all features" end
  end
  return document
end

--- The service's time in seconds since 1970, if it is an HTTP date within a day of the local time.
local function origin_time(text)
  local seconds = type(text) == "string" and ngx.parse_http_time(text)
  if seconds and math.abs(seconds - ngx.time()) <= DAY then return seconds end
end

--- The number of a station or of a parameter as digits, or nil.
local function digits(number)
  number = tonumber(number)
  if number and number > 0 and number < 1e9 and number % 1 == 0 then return string.format("%d", number) end
end

--- Keeps the gauges of a response of StationData.
local function keep_gauges(stations)
  local gauges = ngx.shared.gauges
  for _, station in ipairs(stations) do
    local location = type(station) == "table" and (digits(station.location) or digits(station.stationId))
    local parameters = location and type(station.parameters) == "table" and station.parameters or {}
    for _, parameter in ipairs(parameters) do
      local number = type(parameter) == "table" and digits(parameter.parameter)
      if number then gauges:set(location .. "/" .. number, true, DAY) end
    end
  end
  gauges:set("known", true, DAY)
end

--- Whether the days are 5 or 30 whole days in UTC that end with today; a clock may be a day ahead or behind.
local function is_window(from, to)
  local function day(ahead) return os.date("!%Y-%m-%d", ngx.time() + ahead * DAY) end
  for ahead = 0, 2 do
    if to == day(ahead) and (from == day(ahead - 5) or from == day(ahead - 30)) then return true end
  end
  return false
end

local called = ngx.var.called
if called == "historical" then
  local gauges, wanted = ngx.shared.gauges, ngx.req.get_uri_args()
  if not is_window(wanted.from, wanted.to) then return not_found("other days") end
  if not gauges:get("known") then return refuse("no gauges yet") end
  if not gauges:get(wanted.location .. "/" .. wanted.parameter) then return not_found("no such gauge") end
end
if ngx.var.limit ~= "" then
  local visitor = network(ngx.var.http_x_visitor or "unknown")
  if not take_slot(ngx.shared.shares, called .. visitor, tonumber(ngx.var.share)) then return refuse("share used up") end
  if not take_slot(ngx.shared.counted_calls, called, tonumber(ngx.var.limit)) then return refuse(called .. " used up") end
end

local response = ngx.location.capture("/service" .. ngx.var.uri, { args = ngx.var.args })
-- The names have the case that the service uses.
local headers = {}
for name, value in pairs(response.header) do headers[name:lower()] = value end
if response.status ~= 200 then
  local wait = headers["retry-after"]
  return fail(response.status, type(wait) == "string" and wait:match("^[1-9]%d?%d?%d?%d?$"))
end
if response.truncated then return fail("200 cut short") end
if (headers["content-encoding"] or "identity") ~= "identity" then return fail("200 encoded") end
local time = origin_time(headers["date"])
if not time then return fail("200 undated") end
local document, reason = decode(response.body, ngx.var.shape)
if not document then return fail("200 " .. reason) end
if called == "levels" and ngx.var.shape == "array" then keep_gauges(document) end

local tag = headers["etag"]
local is_tag = type(tag) == "string" and #tag <= 102 and ngx.re.find(tag, [[^(?:W/)?"[!#-~]{1,100}"$]], "jo")
ngx.var.outcome = 200
ngx.header["Content-Type"] = "application/json"
ngx.header["X-Origin-Date"] = ngx.http_time(time)
-- If the service sends no tag, its time is used as a weak tag.
ngx.header["ETag"] = is_tag and tag or 'W/"' .. time .. '"'
ngx.header["Content-Length"] = #response.body
ngx.print(response.body)
