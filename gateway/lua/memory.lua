-- Keeps the outcome of each call for the call interval, so that a path is called once in it, whether the call
-- succeeded or failed and whatever happens to the cache folder. Requests that arrive during a call wait for its outcome.
local outcomes, bodies, places = ngx.shared.outcomes, ngx.shared.bodies, ngx.shared.places
local PAUSE = 0.02
local KEPT = 7 * 86400
-- A call ends at the latest with the request that waits for it, which is this many seconds later than it should.
local MARGIN = 10

local memory = {}

--- The outcome of the last call for a path: "valid", or the cause of its failure; nil and a token if the caller must
--- call now, and finish with `memory.finish`. `longest`: seconds that a call may take.
function memory.wait(path, longest)
  local deadline = ngx.now() + longest
  while true do
    local outcome = outcomes:get(path)
    if outcome then return outcome end
    local token = ngx.var.request_id
    if outcomes:add("calling " .. path, token, longest + MARGIN) then
      -- Another call may have ended since.
      outcome = outcomes:get(path)
      if not outcome then return nil, token end
      outcomes:delete("calling " .. path)
      return outcome
    end
    if ngx.now() > deadline then return "busy;" end
    ngx.sleep(PAUSE)
  end
end

--- Ends a call. Without an outcome it did not take place.
function memory.finish(path, token, interval, outcome)
  if not token or outcomes:get("calling " .. path) ~= token then return end
  if outcome then outcomes:set(path, outcome, interval) end
  outcomes:delete("calling " .. path)
end

--- Keeps a valid response: that of a place or a gauge apart, so that many of them do not displace the few others.
function memory.keep(path, is_one_of_many, time, tag, body)
  local kept = is_one_of_many and places or bodies
  kept:set(path, time .. " " .. tag .. "\n" .. body, KEPT)
end

--- The last valid response of a path: its time in seconds since 1970, its tag and its body.
function memory.get(path)
  local kept = bodies:get(path) or places:get(path)
  if not kept then return nil end
  local time, tag, start = kept:match("^(%d+) ([^\n]*)\n()")
  return tonumber(time), tag, kept:sub(start)
end

return memory
