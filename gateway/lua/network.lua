-- The network that counts as one visitor in limits: the IPv4 address, or the /64 network of an IPv6 address, since
-- one visitor has all addresses of it.
return function(address)
  local mapped = address:lower():match("^::ffff:(%d+%.%d+%.%d+%.%d+)$")
  if mapped then return mapped end
  if not address:find(":", 1, true) then return address end
  local head, tail = address:match("^(.-)::(.*)$")
  local groups, last = {}, {}
  for group in (head or address):gmatch("%x+") do groups[#groups + 1] = group end
  for group in (tail or ""):gmatch("%x+") do last[#last + 1] = group end
  while #groups + #last < 8 do groups[#groups + 1] = "0" end
  for _, group in ipairs(last) do groups[#groups + 1] = group end
  return table.concat(groups, ":", 1, 4)
end
