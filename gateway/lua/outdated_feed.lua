-- GeoJSON of the warnings that is not proven: with the recorder's feature that says so before the last known ones, since a program takes an
-- error for an empty list. Without that feature it is an error all the same.
local file = io.open(ngx.var.recorder_file)
local text = file and file:read("*a") or ""
if file then file:close() end
local before, notice, features = text:match('^(.-)"notice":(%b{}),"features":%[(.*)$')
if notice then
  text = before .. '"features":[' .. notice .. (features:sub(1, 1) == "]" and "" or ",") .. features
elseif not text:find('"id":"notice"', 1, true) then
  -- The file of the gauges, or of an earlier recorder.
  return ngx.exec("@unproven")
end

ngx.header["Content-Type"] = "application/geo+json"
ngx.header["Cache-Control"] = "no-store"
ngx.print(text)
