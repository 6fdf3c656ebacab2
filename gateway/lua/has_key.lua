-- Whether a text has a key of the gateway. Such a response is a failure: a visitor would read the key.
return function(text)
  for name in ngx.var.key_names:gmatch("%S+") do
    local key = ngx.var["key_" .. name]
    if key and key ~= "" and text:find(key, 1, true) then return true end
  end
  return false
end
