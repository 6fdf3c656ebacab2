-- What the gateway puts into the document of a visit: the messages of the last response for all of Wales, as JSON with the time of that
-- response. bootstrap.js decides what it shows of them. $wales: the path of the operation.
local cjson = require("cjson.safe").new()
local limits = require("limits")
local memory = require("memory")

-- A document without them is better than one that takes long: about 400 messages.
local MOST_BYTES = 65536

--- The members of a message that the script reads.
local function reduced(message)
  local properties, geometry = message.properties, message.geometry
  if type(properties) ~= "table" then return nil end
  return {
    geometry = { coordinates = type(geometry) == "table" and geometry.coordinates or nil },
    properties = { SEVERITY = properties.SEVERITY, SEVERITYVALUE = properties.SEVERITYVALUE, DESCRIPTION = properties.DESCRIPTION },
  }
end

--- The JSON of a response; "" without a message, or if there is too much.
local function json(time, body)
  local document = cjson.decode(body)
  if not document then return "" end
  local features = {}
  for _, message in ipairs(document.features) do
    features[#features + 1] = type(message) == "table" and reduced(message) or nil
  end
  if not features[1] then return "" end
  local text = cjson.encode({ at = time, type = document.type, crs = document.crs, features = features })
  -- No end of the element, and no comment.
  text = text and text:gsub("<", "\\u003c") or ""
  return #text <= MOST_BYTES and text or ""
end

-- Of the last response that was asked for, since each visit asks.
local known, text

return function()
  if ngx.var.http_sec_fetch_dest ~= "document" then return "" end
  local time, tag, body = memory.get(ngx.var.wales)
  local age = time and ngx.time() - time
  if not age or age > limits.warnings_fresh_seconds or age < -limits.clock_skew_seconds then return "" end
  local response = time .. tag
  if response ~= known then known, text = response, json(time, body) end
  return text
end
