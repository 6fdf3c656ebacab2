-- Keeps the outcome of each call for the call interval, so that a path is called once in it, whether the call
-- succeeded or failed and whatever happens to the cache folder. Requests that arrive during a call wait for its outcome.
local outcomes, bodies = ngx.shared.outcomes, ngx.shared.bodies
local PAUSE = 0.02
local KEPT = 7 * 86400

local memory = {}

--- The outcome of the last call for a path: "valid", or the cause of its failure; nil if the caller must call now,
--- and finish with `memory.finish`. `longest`: seconds that a call may take.
function memory.wait(path, longest)
  local deadline = ngx.now() + longest
  while true do
    local outcome = outcomes:get(path)
    if outcome then return outcome end
    if outcomes:add("calling " .. path, true, longest) then
      -- Another call may have ended since.
      outcome = outcomes:get(path)
      if outcome then outcomes:delete("calling " .. path) end
      return outcome
    end
    if ngx.now() > deadline then return "busy" end
    ngx.sleep(PAUSE)
  end
end

--- Ends a call. Without an outcome it did not take place.
function memory.finish(path, interval, outcome)
  if outcome and interval > 0 then outcomes:set(path, outcome, interval) end
  outcomes:delete("calling " .. path)
end

--- Keeps a valid response.
function memory.keep(path, time, tag, body)
  bodies:set(path, time .. " " .. tag .. "\n" .. body, KEPT)
end

--- The last valid response of a path: its time in seconds since 1970, its tag and its body.
function memory.get(path)
  local kept = bodies:get(path)
  if not kept then return nil end
  local time, tag, start = kept:match("^(%d+) ([^\n]*)\n()")
  return tonumber(time), tag, kept:sub(start)
end

return memory
