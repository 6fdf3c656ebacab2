-- Counts what /metrics reports. Counts of each request are kept in the worker and added to those of all workers once a second.
local shared = ngx.shared.metrics
local SECONDS = 1
local MAY_BE_MISSING = { tiles = true, postcodes = true, places = true }

local counts = {}
local own, is_waiting = {}, false

local function flush()
  is_waiting = false
  for name, number in pairs(own) do shared:incr(name, number, 0) end
  own = {}
end

--- Adds 1 to a count.
function counts.add(name)
  own[name] = (own[name] or 0) + 1
  if is_waiting then return end
  is_waiting = ngx.timer.at(SECONDS, flush) ~= nil
  -- No timer is free, or the worker ends.
  if not is_waiting then flush() end
end

--- Counts an ended request of the servers that send calls, in the log phase: $called, $is_call and $outcome say what it was.
function counts.call()
  local called, outcome = ngx.var.called, ngx.var.outcome
  if not called or outcome == "" then return end
  if outcome:find("used up$") then
    counts.add("limited " .. called)
  elseif ngx.var.is_call == "1" then
    counts.add("calls " .. called .. " " .. outcome)
    -- That it has no such postcode, place or tile is a valid response of a third party.
    local is_valid = outcome == "200" or MAY_BE_MISSING[called] and (outcome == "404" or outcome == "410")
    shared:set("valid " .. called, is_valid and 1 or 0)
  end
end

return counts
