-- Notes whether the data of the service is a sample (`X-Sample-Data`), for the log, /readyz and the responses.
local log = require("log")

local sample_data = {}

--- Whether the last response was a sample.
function sample_data.is_noted() return ngx.shared.state:get("sample") == true end

function sample_data.note(is_sample)
  if is_sample and not sample_data.is_noted() then log("the service serves sample data: nothing in it is real") end
  ngx.shared.state:set("sample", is_sample or nil)
end

--- At the start of the gateway: asks a service on this machine, which alone can be sample-service. Sends no key. A
--- service elsewhere is known by its first response.
function sample_data.ask(host, port)
  if ngx.worker.id() ~= 0 or not host then return end
  ngx.timer.at(0, function()
    local socket = ngx.socket.tcp()
    socket:settimeout(2000)
    if not socket:connect(host, port) then return end
    socket:send("HEAD / HTTP/1.1\r\nHost: " .. host .. "\r\nConnection: close\r\n\r\n")
    local head = socket:receive("*a") or ""
    socket:close()
    if head:lower():find("\r\nx%-sample%-data:") then sample_data.note(true) end
  end)
end

return sample_data
