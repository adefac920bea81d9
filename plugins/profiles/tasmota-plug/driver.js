// Tasmota: tele/…/SENSOR of a plug that measures.
module.exports = (payload) => {
  const energy = payload.ENERGY;
  if (!energy) return { error: 'no ENERGY in it' };
  return {
    power: energy.Power,
    energy: energy.Total,
    today: energy.Today,
    yesterday: energy.Yesterday,
    voltage: energy.Voltage,
    current: energy.Current,
    powerFactor: energy.Factor,
  };
};
