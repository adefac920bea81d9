// Shelly Pro 3EM: NotifyFullStatus, or NotifyStatus with a part of it.
module.exports = (payload) => {
  const status = payload.params || {};
  const values = {};
  const meter = status['em:0'];
  if (meter) {
    values.power = meter.total_act_power;
    values.powerA = meter.a_act_power;
    values.powerB = meter.b_act_power;
    values.powerC = meter.c_act_power;
    values.voltage = meter.a_voltage;
    values.current = meter.total_current;
  }
  const counter = status['emdata:0'];
  if (counter) values.energy = counter.total_act / 1000;
  return values;
};
