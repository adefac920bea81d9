// Milesight EM310-UDL: channel, type, value with its low byte first.
// Distances in mm of an empty and of a full container, unless the device says otherwise.
const emptyMm = 1450;
const fullMm = 250;

function decodeUplink(input) {
  const bytes = input.bytes;
  const data = {};
  let at = 0;
  while (at + 2 < bytes.length) {
    const type = (bytes[at] << 8) | bytes[at + 1];
    if (type === 0x0175) {
      data.battery = bytes[at + 2];
      at += 3;
    } else if (type === 0x0382) {
      data.distance = bytes[at + 2] | (bytes[at + 3] << 8);
      at += 4;
    } else if (type === 0x0400) {
      data.tilted = bytes[at + 2] === 1;
      at += 3;
    } else {
      return { data, warnings: [`unknown channel ${type.toString(16)}`] };
    }
  }
  if (data.distance !== undefined) {
    const empty = Number(input.variables.emptyMm) || emptyMm;
    const full = Number(input.variables.fullMm) || fullMm;
    const percent = ((empty - data.distance) / (empty - full)) * 100;
    data.fillLevel = Math.round(Math.min(100, Math.max(0, percent)));
  }
  return { data };
}
