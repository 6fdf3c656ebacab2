-- Writes a line to the log of errors, at the only level that is logged. From a timer, because nginx adds the request
-- to a line that is written during one, and a request may have a position.
return function(text)
  ngx.timer.at(0, function() ngx.log(ngx.EMERG, text) end)
end
