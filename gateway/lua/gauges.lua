-- The gauges of the last response of StationData, which alone have a history, and the days of one.
local DAY = 86400

local gauges = {}

--- The number of a station or of a parameter as digits, or nil.
local function digits(number)
  number = tonumber(number)
  if number and number > 0 and number < 1e9 and number % 1 == 0 then return string.format("%d", number) end
end

--- Keeps the gauges of a response of StationData.
function gauges.keep(stations)
  local known = ngx.shared.gauges
  for _, station in ipairs(stations) do
    local location = type(station) == "table" and (digits(station.location) or digits(station.stationId))
    local parameters = location and type(station.parameters) == "table" and station.parameters or {}
    for _, parameter in ipairs(parameters) do
      local number = type(parameter) == "table" and digits(parameter.parameter)
      if number then known:set(location .. "/" .. number, true, DAY) end
    end
  end
  known:set("known", true, DAY)
end

--- The number of earlier periods of 30 days that may be requested: with the last 30 days more than a year.
local PERIODS = 12

--- Whether the days are 5 or 30 whole days in UTC that end with today, or 30 that end a number of such periods earlier; a clock may be a day
--- ahead or behind. The second value is whether they are earlier ones, which only a recorder requests, and once.
function gauges.is_window(from, to)
  local function day(ahead) return os.date("!%Y-%m-%d", ngx.time() + ahead * DAY) end
  for ahead = 0, 2 do
    if to == day(ahead) and from == day(ahead - 5) then return true, false end
    for period = 0, PERIODS do
      local last = ahead - 30 * period
      if to == day(last) and from == day(last - 30) then return true, period > 0 end
    end
  end
  return false, false
end

--- Whether there was a response.
function gauges.are_known() return ngx.shared.gauges:get("known") end

--- Whether the last response has this gauge.
function gauges.has(location, parameter) return ngx.shared.gauges:get(location .. "/" .. parameter) end

return gauges
