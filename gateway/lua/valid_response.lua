-- What makes a response of the service valid: its status, headers and JSON.
local has_key = require("has_key")
local limits = require("limits")
local cjson = require("cjson.safe").new()
cjson.decode_max_depth(64)
cjson.decode_invalid_numbers(false)

local DAY = 86400

local EMPTY = { [ngx.null] = true, [false] = true, [0] = true, [""] = true }

--- Whether a member of a collection, or of an object in it, says that it is not whole; core/src/api/completeness.rs is the same rule.
local function says_incomplete(members, count, is_inner)
  for name, value in pairs(members) do
    local is_empty = EMPTY[value] or (type(value) == "table" and next(value) == nil)
    if (limits.errors[name] or limits.next[name]) and not is_empty then return true end
    if limits.flags[name] and tostring(value):lower() == "true" then return true end
    if limits.counts[name] and (tonumber(value) or 0) > count then return true end
    if limits.inner[name] and not is_inner and type(value) == "table" then
      if says_incomplete(value, count, true) then return true end
      for _, link in ipairs(value) do
        if type(link) == "table" and limits.next[link.rel] then return true end
      end
    end
  end
  return false
end

--- The JSON document of a body, or nil with the reason. nginx treats bytes that are not an HTTP
--- response as a body, so they are rejected here too.
local function decode(body, shape)
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
  if shape == "commentary" then
    local commentary = document
    if first == "[" then commentary = #document == 1 and document[1] end
    local has_text = type(commentary) == "table" and (type(commentary.Summary_en) == "string" or type(commentary.Summary_cy) == "string")
    if not has_text then return nil, "no commentary" end
    return document
  end
  if first ~= "{" or document.type ~= "FeatureCollection" then return nil, "not a FeatureCollection" end
  if type(document.features) ~= "table" or not ngx.re.find(text, [["features"\s*:\s*\[]], "jo") then return nil, "no features" end
  if says_incomplete(document, #document.features) then return nil, "not all features" end
  return document
end

--- The service's time in seconds since 1970, if it is an HTTP date within a day of the local time.
local function origin_time(text)
  local seconds = type(text) == "string" and ngx.parse_http_time(text)
  if seconds and math.abs(seconds - ngx.time()) <= DAY then return seconds end
end

--- The time in seconds since 1970, the tag and the document of a captured response; or nil with the reason.
return function(response, headers, shape)
  if response.truncated then return nil, "cut short" end
  if (headers["content-encoding"] or "identity") ~= "identity" then return nil, "encoded" end
  local time = origin_time(headers["date"])
  if not time then return nil, "undated" end
  local document, reason = decode(response.body, shape)
  if not document then return nil, reason end
  local tag = headers["etag"]
  local is_tag = type(tag) == "string" and #tag <= 102 and ngx.re.find(tag, [[^(?:W/)?"[!#-~]{1,100}"$]], "jo")
  -- If the service sends no tag, its time is used as a weak tag.
  if not is_tag then tag = 'W/"' .. time .. '"' end
  if has_key(response.body) or has_key(tag) then return nil, "has a key" end
  return time, tag, document
end
