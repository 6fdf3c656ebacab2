-- Requests a tile, the position of a postcode or the places of a name from a third party, and returns only status, body
-- and an allowed media type. Runs as the content handler of the third-party server, which sets:
--   $called   "tiles", "postcodes" or "places"
--   $limit    how many calls a minute there may be, over all visitors
--   $kept     the seconds for which a response is cached
local can_cache = require("cache_folder")
local causes = require("causes")
local cjson = require("cjson.safe")
local has_key = require("has_key")
local lower_names = require("lower_names")
local reading = require("reading")
local take_slot = require("slots")

-- A failure is not repeated for this time.
local FAILED = 60
local SIGNATURES = {
  ["image/png"] = "^\137PNG\r\n\26\n",
  ["image/jpeg"] = "^\255\216\255",
  ["image/webp"] = "^RIFF....WEBP",
  ["image/gif"] = "^GIF8",
}
-- Wales with a margin of a wide screen; below zoom 10 the bounds of the page's map.
local WALES = { south = 50.5, north = 54.2, west = -6.5, east = -1.2 }
local MAP = { south = 48.5, north = 56.5, west = -10.5, east = 2.5 }

local called, uri = ngx.var.called, ngx.var.uri

local function give(status, kept, body, media_type)
  ngx.status = status
  ngx.header["X-Accel-Expires"] = kept ~= 0 and can_cache(#body) and kept or 0
  ngx.header["Content-Type"] = media_type or "application/json"
  ngx.header["Content-Length"] = #body
  ngx.var.outcome = ngx.var.outcome == "" and status or ngx.var.outcome
  ngx.print(body)
  return ngx.exit(ngx.HTTP_OK)
end

--- Whether a tile lies in the box of its zoom level (slippy map tile numbers).
local function is_in_box(zoom, x, y)
  local box, size = zoom >= 10 and WALES or MAP, 2 ^ zoom
  local function column(longitude) return math.floor(size * (longitude + 180) / 360) end
  local function row(latitude)
    local angle = math.rad(latitude)
    return math.floor(size * (1 - math.log(math.tan(angle) + 1 / math.cos(angle)) / math.pi) / 2)
  end
  return x >= column(box.west) and x <= column(box.east) and y >= row(box.north) and y <= row(box.south)
end

--- The media type of a valid body, or nil.
local function media_type_of(body, declared)
  declared = type(declared) == "string" and declared:lower():match("^[^;%s]+") or ""
  if called == "tiles" then
    local signature = SIGNATURES[declared]
    return signature and body:find(signature) and declared
  end
  local document = declared == "application/json" and cjson.decode(body)
  return type(document) == "table" and type(document.result) == "table" and "application/json"
end

--- Notes that a request has failed, so that it is not repeated.
local function note_failure() ngx.shared.outcomes:set("failed " .. uri, true, FAILED) end

local function fail(cause)
  note_failure()
  ngx.var.outcome = cause
  return give(503, 0, '{"error":"the service cannot be reached now"}')
end

local zoom, x, y = uri:match("^/tiles/(%d+)/(%d+)/(%d+)%.png$")
if zoom and not is_in_box(tonumber(zoom), tonumber(x), tonumber(y)) then return give(404, 0, '{"error":"not in Wales"}') end
if ngx.shared.outcomes:get("failed " .. uri) then return give(503, 0, '{"error":"the service cannot be reached now"}') end
if not take_slot(ngx.shared.counted_calls, called, tonumber(ngx.var.limit)) then
  ngx.var.outcome = called .. " used up"
  return give(429, 0, '{"error":"too many requests"}')
end

ngx.var.is_call = "1"
ngx.var.outcome = "200 too large"
local count = {}
-- Ends the call where the code below does not run any more.
function count.give_up()
  reading.finish(count)
  note_failure()
end
ngx.on_abort(function()
  ngx.var.outcome = "timeout"
  count.give_up()
  ngx.exit(499)
end)
local response = ngx.location.capture("/fetch" .. uri, { ctx = count })
reading.finish(count)
ngx.var.outcome = ""
local headers = lower_names(response.header)
if response.status == 404 or response.status == 410 then
  -- A page may be that of a server that is being set up.
  local is_page = tostring(headers["content-type"]):find("html", 1, true)
  return give(404, is_page and FAILED or ngx.var.kept, '{"error":"not found"}')
end
if response.status ~= 200 then
  if called == "tiles" then causes.note(response.status, "GORLIF_KEY_TILES", called) end
  return fail(response.status)
end
if response.truncated then return fail("200 cut short") end
if (headers["content-encoding"] or "identity") ~= "identity" then return fail("200 encoded") end
local media_type = media_type_of(response.body, headers["content-type"])
if not media_type then return fail("200 another media type") end
if has_key(response.body) then return fail("200 has a key") end
give(200, ngx.var.kept, response.body, media_type)
