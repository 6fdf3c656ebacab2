-- The headers of a captured response by their names in lower case: a server may write them in any case.
return function(headers)
  local lower = {}
  for name, value in pairs(headers) do lower[name:lower()] = value end
  return lower
end
