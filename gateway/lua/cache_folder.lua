-- Whether nginx can write into its cache folders now. nginx cuts a response that it cannot write, so that a response
-- is cached only after this check; while it fails, `unusable` in the dictionary `state` has the cause, the caches are
-- bypassed, and /readyz and the log say so.
local ffi = require("ffi")
local log = require("log")
ffi.cdef("int mkdir(const char *path, unsigned int mode);")

-- A failure is checked again after this time. Success is checked each time: responses to be cached are few.
local SECONDS = 1
-- A larger file would only take time.
local LARGEST = 1024 * 1024
local OWNER_ONLY = 448 -- 0700

--- Writes a file of this size into a folder and removes it. The cause of a failure.
local function try(folder, size)
  local path = folder .. "/check." .. ngx.worker.pid()
  local file, cause = io.open(path, "w")
  if not file then
    -- The folder may have been removed together with its content.
    ffi.C.mkdir(folder, OWNER_ONLY)
    file, cause = io.open(path, "w")
  end
  -- Without the name of the file, which differs for each worker.
  if not file then return folder .. ": " .. (cause:match(": (.*)$") or cause) end
  local written, failed = file:write(string.rep(" ", math.min(size, LARGEST)))
  local closed, late = file:close()
  os.remove(path)
  if not (written and closed) then return folder .. ": " .. (failed or late or "cannot be written") end
end

--- Whether a response of this size can be cached.
return function(size)
  local state = ngx.shared.state
  local before = state:get("unusable")
  if before and state:get("checked") then return false end
  local cause
  for folder in ngx.var.cache_folders:gmatch("%S+") do
    cause = cause or try(folder, size)
  end
  state:set("checked", true, SECONDS)
  if cause ~= before then
    state:set("unusable", cause)
    -- Newer responses than those in the folder may have been served meanwhile.
    if not cause then state:incr("cache_generation", 1, 0) end
    log(cause and "responses are not cached: " .. cause or "responses are cached again")
  end
  return cause == nil
end
