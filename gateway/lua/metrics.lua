-- The counts of the gateway in the text format of Prometheus (version 0.0.4). $sources: the keys of the sources; asking for their age sends
-- a call if the cached response is old, as a visit does.
local cjson = require("cjson.safe")
local lower_names = require("lower_names")
local sample_data = require("sample_data")

local lines = {}

--- Adds a metric; `samples` has the labels, as text, of each value.
local function metric(name, kind, help, samples)
  lines[#lines + 1] = "# HELP gorlif_" .. name .. " " .. help
  lines[#lines + 1] = "# TYPE gorlif_" .. name .. " " .. kind
  for _, sample in ipairs(samples) do lines[#lines + 1] = "gorlif_" .. name .. sample[1] .. " " .. sample[2] end
end

local function labels(pairs_of)
  local parts = {}
  for i = 1, #pairs_of, 2 do parts[#parts + 1] = pairs_of[i] .. "=" .. cjson.encode(pairs_of[i + 1]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local ready, created = {}, {}
local sources, probes = {}, {}
for source in ngx.var.sources:gmatch("%S+") do
  sources[#sources + 1] = source
  probes[#probes + 1] = { "/probe/" .. source }
end
-- At once, since each may wait for the service.
local responses_of = { ngx.location.capture_multi(probes) }
for number, source in ipairs(sources) do
  local response = responses_of[number]
  local origin = lower_names(response.header)["x-origin-date"]
  local seconds = type(origin) == "string" and ngx.parse_http_time(origin)
  local label = labels({ "source", source })
  ready[#ready + 1] = { label, response.status == 200 and 1 or 0 }
  if seconds then created[#created + 1] = { label, seconds } end
end
metric("source_ready", "gauge", "1 if a response of the source can be served, also a stale one.", ready)
metric("source_created_timestamp_seconds", "gauge", "When the service created the response that is served.", created)

local calls, limited, valid, responses = {}, {}, {}, {}
local names = ngx.shared.metrics:get_keys(0)
table.sort(names)
for _, name in ipairs(names) do
  local number = ngx.shared.metrics:get(name)
  local kind, first, rest = name:match("^(%S+) (%S+) ?(.*)$")
  if kind == "calls" then
    calls[#calls + 1] = { labels({ "operation", first, "outcome", rest }), number }
  elseif kind == "valid" then
    valid[#valid + 1] = { labels({ "operation", first }), number }
  elseif kind == "limited" then
    limited[#limited + 1] = { labels({ "operation", first }), number }
  elseif kind == "cache" then
    responses[#responses + 1] = { labels({ "cache", first }), number }
  end
end
metric("calls_total", "counter", "Calls to the service and to third parties by operation and outcome: the status, or why a response of status 200 is invalid.", calls)
metric("last_call_valid", "gauge", "1 if the last call of the operation gave a valid response.", valid)
metric("limited_total", "counter", "Requests that a limit refused: calls of an operation, or requests of one visitor.", limited)
metric("responses_total", "counter", "Responses of the operations by what the cache did: HIT, MISS, EXPIRED, STALE, UPDATING, BYPASS; UNAVAILABLE: 503.", responses)

metric("cache_usable", "gauge", "1 if responses can be written into the cache folder.", { { "", ngx.shared.state:get("unusable") and 0 or 1 } })
metric("sample_data", "gauge", "1 if the service says that its data is made up.", { { "", sample_data.is_noted() and 1 or 0 } })
local status = ngx.location.capture("/status").body or ""
local requests = status:match("requests%s+%d+%s+%d+%s+(%d+)")
if requests then metric("requests_total", "counter", "Requests to nginx, those between its own servers included.", { { "", requests } }) end
local connections = {}
for _, state in ipairs({ "active", "reading", "writing", "waiting" }) do
  connections[#connections + 1] = { labels({ "state", state }), ngx.var["connections_" .. state] or 0 }
end
metric("connections", "gauge", "Connections of clients, those between its own servers included.", connections)

ngx.header["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
ngx.print(table.concat(lines, "\n"), "\n")
