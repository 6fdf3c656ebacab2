-- Limits the bytes of responses that a worker holds in memory while it reads them. limit_body.lua adds to a count, and
-- the file that sends the request ends it.
local LARGEST_BODY = 16 * 1024 * 1024
local LARGEST_SUM = 48 * 1024 * 1024
local sum = 0

local reading = {}

--- Adds a part of a body to the count of its request. Whether it may be read on.
function reading.add(count, bytes)
  count.size = (count.size or 0) + bytes
  sum = sum + bytes
  return count.size <= LARGEST_BODY and sum <= LARGEST_SUM
end

--- Ends the count of a request, whether it succeeded or not.
function reading.finish(count)
  sum = sum - (count.size or 0)
  count.size = 0
end

return reading
