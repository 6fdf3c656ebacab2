-- What the gateway puts into the document of a visit: the messages of the last response for all of Wales, as JSON with the time of that
-- response. bootstrap.js decides what it shows of them.
local cjson = require("cjson.safe").new()
local limits = require("limits")

-- A document without them is better than one that takes long: about 400 messages.
local MOST_BYTES = 65536

local first_messages = {}

--- The members of a message that the script reads.
local function reduced(message)
  local properties, geometry = message.properties, message.geometry
  if type(properties) ~= "table" then return nil end
  return {
    geometry = { coordinates = type(geometry) == "table" and geometry.coordinates or nil },
    properties = { SEVERITY = properties.SEVERITY, SEVERITYVALUE = properties.SEVERITYVALUE, DESCRIPTION = properties.DESCRIPTION },
  }
end

--- The JSON of a response; nil without a message, or if there is too much.
local function json(time, document)
  local features = {}
  for _, message in ipairs(document.features) do
    features[#features + 1] = type(message) == "table" and reduced(message) or nil
  end
  if not features[1] then return nil end
  local text = cjson.encode({ at = time, type = document.type, crs = document.crs, features = features })
  -- No end of the element, and no comment.
  text = text and text:gsub("<", "\\u003c")
  return text and #text <= MOST_BYTES and text or nil
end

--- Keeps those of a valid response, which replaces the one before it also if it has none.
function first_messages.keep(time, document)
  local text = json(time, document)
  ngx.shared.state:set("first messages", text and time .. " " .. text)
end

--- Those for this request: "" unless a browser opens the page, and if the response is not fresh.
function first_messages.of_request()
  if ngx.var.http_sec_fetch_dest ~= "document" then return "" end
  local time, text = (ngx.shared.state:get("first messages") or ""):match("^(%d+) (.*)$")
  local age = time and ngx.time() - tonumber(time)
  return age and age <= limits.warnings_fresh_seconds and age >= -limits.clock_skew_seconds and text or ""
end

return first_messages
