-- Before a plain page of the recorder is served: whether its messages are still proven. A page without the end of its proof says itself that
-- they are not.
local proof = require("proof")

local line = proof.beginning(ngx.var.recorder_file)
if (line or "") == "" then return ngx.exec("@plain_notice") end
local proven_until = line:match("proven until (%d+)")
if not proven_until then return end
local kept = proof.kept(proven_until)
if not kept then
  ngx.var.plain_checked = line:match("proven until %d+: (.-) *%-%->") or ""
  return ngx.exec("@plain_notice")
end
ngx.var.kept = kept
