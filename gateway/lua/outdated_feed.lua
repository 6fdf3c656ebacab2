-- GeoJSON of the warnings after the end of its proof: with the recorder's feature that says so before the last known ones. A program takes
-- an error for an empty list.
local file = io.open(ngx.var.recorder_file)
local text = file and file:read("*a") or ""
if file then file:close() end
local before, notice, features = text:match('^(.-)"notice":(%b{}),"features":%[(.*)$')
if not notice then return ngx.exec("@unproven") end

ngx.header["Content-Type"] = "application/geo+json"
ngx.header["Cache-Control"] = "no-store"
ngx.print(before, '"features":[', notice, features:sub(1, 1) == "]" and "" or ",", features)
