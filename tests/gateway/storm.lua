-- For wrk: every path of the list in turn, packed as browsers ask for it.
local paths, at = {}, 0
function init(arguments)
  for _, path in ipairs(arguments) do paths[#paths + 1] = path end
  math.randomseed(os.time())
  at = math.random(#paths)
  wrk.headers["Accept-Encoding"] = "gzip"
end
function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
