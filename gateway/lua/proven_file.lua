-- Before a GeoJSON file of the recorder is served: whether it is still proven. Its first member says until when.
local proof = require("proof")

local line = proof.beginning(ngx.var.recorder_file)
-- Not there: 404.
if not line then return end
local proven_until = line:match('^{"provenUntil":(%d+),')
local kept = proven_until and proof.kept(proven_until)
if not kept then return ngx.exec("@unproven") end
ngx.var.kept = kept
