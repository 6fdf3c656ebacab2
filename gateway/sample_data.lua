-- At the start of the gateway: asks a service on this machine, which alone can be sample-service, whether its data is
-- a sample. Sends no key. A service elsewhere is known by its first response.
return function(host, port)
  if ngx.worker.id() ~= 0 or not host then return end
  ngx.timer.at(0, function()
    local socket = ngx.socket.tcp()
    socket:settimeout(2000)
    if not socket:connect(host, port) then return end
    socket:send("HEAD / HTTP/1.1\r\nHost: " .. host .. "\r\nConnection: close\r\n\r\n")
    local head = socket:receive("*a") or ""
    socket:close()
    if head:lower():find("\r\nx%-sample%-data:") then
      ngx.shared.state:set("sample", true)
      ngx.log(ngx.EMERG, "the service serves sample data: nothing in it is real")
    end
  end)
end
