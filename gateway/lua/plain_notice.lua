-- What is answered instead of a plain page: that its messages could not be checked since a time ($plain_checked), with those that were in force
-- then, or that there is no such page.
local TEXTS = {
  en = {
    title = "Flood warnings",
    since = "Flood warnings could not be checked since %s.",
    missing = "This plain page is not available.",
    known = "In force when they were last checked:",
    may_be = "There may be warnings in force.",
    emergency = "Emergency 999",
    floodline = "Floodline 0345 988 1188",
    full_page = "Full page with a map",
    all = "All flood warnings in Wales",
    service = "Natural Resources Wales",
    address = "https://naturalresources.wales/flooding",
  },
  -- Ours, to be signed off by a translator.
  cy = {
    title = "Rhybuddion llifogydd",
    since = "Nid oes modd gwirio rhybuddion llifogydd ers %s.",
    missing = "Nid yw'r dudalen syml hon ar gael.",
    known = "Mewn grym pan gawsant eu gwirio ddiwethaf:",
    may_be = "Gall fod rhybuddion mewn grym.",
    emergency = "Argyfwng 999",
    floodline = "Floodline 0345 988 1188",
    full_page = "Y dudalen lawn gyda map",
    all = "Pob rhybudd llifogydd yng Nghymru",
    service = "Cyfoeth Naturiol Cymru",
    address = "https://cyfoethnaturiol.cymru/flooding",
  },
}

local language = ngx.var.plain_language
local texts = TEXTS[language]
local checked = ngx.var.plain_checked
local is_old = checked ~= ""
local sentence = is_old and texts.since:format((checked:gsub("[<>&]", ""))) or texts.missing

--- The messages of the page that were in force: the lists with the class of a severity, as recorder/src/plain/templates writes them.
local function known()
  local file = is_old and io.open(ngx.var.recorder_file)
  if not file then return "" end
  local lists = {}
  for list, severity in (file:read("*a") or ""):gmatch('(<h2 class="(%w+)">[^<]*</h2>%s*<ul class="messages">.-</ul>)') do
    if severity ~= "over" then table.insert(lists, list) end
  end
  file:close()
  return lists[1] and "<p>" .. texts.known .. "</p>" .. table.concat(lists) or ""
end

ngx.status = is_old and 503 or 404
ngx.header["Retry-After"] = is_old and 60 or nil
ngx.header.content_type = "text/html; charset=utf-8"
ngx.print(table.concat({
  '<!doctype html><html lang="', language, '"><meta charset="utf-8"><title>', texts.title,
  '</title><meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark">',
  "<style>body{max-width:40rem;margin:0 auto;padding:16px;font:1.0625rem/1.5 system-ui,sans-serif}a{display:inline-block;min-height:24px}</style>",
  "<h1>", sentence, "</h1><p>", texts.may_be, "</p>", known(),
  '<p><a href="tel:999">', texts.emergency, '</a></p><p><a href="tel:03459881188">', texts.floodline, "</a></p>",
  '<p><a href="', texts.address, '">', texts.service, "</a></p>",
  '<p><a href="../../?lang=', language, '">', texts.full_page, "</a></p>",
  '<p><a href="./">', texts.all, "</a></p></html>\n",
}))
