-- Before a feed of the recorder is served: whether it is still proven. It says until when at its beginning; an XML feed that does not say so
-- names itself what is not proven. GeoJSON ($must_be_proven) that is not proven, also that of 0, must name it.
local proof = require("proof")

local line = proof.beginning(ngx.var.recorder_file)
-- Not there: 404.
if not line then return end
local proven_until = line:match('^{"provenUntil":(%d+),') or line:match("^<%?xml [^>]*%?><!%-%- proven until (%d+) %-%->")
if not proven_until then
  -- After a power failure a file may be empty.
  if line == "" or ngx.var.must_be_proven == "1" then return ngx.exec("@unproven") end
  return
end
local kept = proof.kept(proven_until)
if not kept then return ngx.exec(ngx.var.must_be_proven == "1" and "@outdated" or "@unproven") end
ngx.var.kept = kept
