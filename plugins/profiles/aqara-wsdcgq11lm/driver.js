// Aqara WSDCGQ11LM, as zigbee2mqtt publishes it.
module.exports = (payload) => ({
  temperature: payload.temperature,
  humidity: payload.humidity,
  pressure: payload.pressure,
  battery: payload.battery,
  linkQuality: payload.linkquality,
});
