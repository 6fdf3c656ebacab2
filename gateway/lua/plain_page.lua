-- Before a plain page of the recorder is served: whether its messages are still proven. Its first line says until when, and when they were
-- checked. A page without that says itself that they are not proven.
-- As in recorder/src/feeds/content.rs: how long a response proves messages, and how far the clock of the service may be ahead.
local PROVEN = 20 * 60
local AHEAD = 2 * 60
local KEPT = 60

local file = io.open(ngx.var.plain_page)
local line = file and file:read("*l") or ""
if file then file:close() end
if line == "" then return ngx.exec("@plain_notice") end
local proven_until = line:match("proven until (%d+)")
if not proven_until then return end
local left = tonumber(proven_until) - ngx.time()
-- Of a clock that was set back nothing is known.
if left < 0 or left > PROVEN + AHEAD then
  ngx.var.plain_checked = line:match("proven until %d+: (.-) *%-%->") or ""
  return ngx.exec("@plain_notice")
end
-- No cache may show it after that.
ngx.var.plain_kept = math.min(KEPT, left)
