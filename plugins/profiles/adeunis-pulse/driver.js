// Adeunis Pulse, data frame 0x46: status, two counters with the high byte first.
// Pulses of a cubic metre, unless the device says otherwise.
const pulsesPerCubicMetre = 100;

function decodeUplink(input) {
  const bytes = input.bytes;
  if (bytes[0] !== 0x46 || bytes.length < 10) return { data: {}, warnings: ['not a data frame'] };
  const counter = (at) => bytes[at] * 16777216 + bytes[at + 1] * 65536 + bytes[at + 2] * 256 + bytes[at + 3];
  const pulses = Number(input.variables.pulsesPerCubicMetre) || pulsesPerCubicMetre;
  return {
    data: {
      pulsesA: counter(2),
      pulsesB: counter(6),
      gasVolume: counter(2) / pulses,
      batteryLow: (bytes[1] & 0x02) !== 0,
    },
  };
}
