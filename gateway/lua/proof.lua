-- Until when a file of the recorder is proven. Its first line says so, because a file cannot know its own age.
-- How long a response proves messages, and how far the clock of the service may be ahead. The gateway writes this file.
local limits = require("limits")
local KEPT = 60
-- Enough for the beginning of each kind of file.
local BEGINNING = 300

local proof = {}

--- The beginning of the first line of a file, "" if it is empty; nil if there is no such file.
function proof.beginning(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read(BEGINNING) or ""
  file:close()
  return text:match("^[^\n]*")
end

--- The seconds for which a cache may keep a file that is proven until a time; nil if that has passed, or of a clock that was set back.
function proof.kept(proven_until)
  local left = tonumber(proven_until) - ngx.time()
  return left >= 0 and left <= limits.warnings_fresh_seconds + limits.clock_skew_seconds and math.min(KEPT, left) or nil
end

return proof
