-- Limits calls to a number in any minute, over all workers.
local SECONDS = 60

--- Takes one of `limit` slots of a name for a minute. `add` is atomic across workers.
return function(dictionary, name, limit)
  for number = 1, limit do
    if dictionary:add(name .. ":" .. number, true, SECONDS) then return true end
  end
  return false
end
