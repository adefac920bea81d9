// Milesight EM300-TH: channel, type, value with its low byte first.
function decodeUplink(input) {
  const bytes = input.bytes;
  const data = {};
  let at = 0;
  while (at + 2 < bytes.length) {
    const type = (bytes[at] << 8) | bytes[at + 1];
    if (type === 0x0175) {
      data.battery = bytes[at + 2];
      at += 3;
    } else if (type === 0x0367) {
      data.temperature = (((bytes[at + 2] | (bytes[at + 3] << 8)) << 16) >> 16) / 10;
      at += 4;
    } else if (type === 0x0468) {
      data.humidity = bytes[at + 2] / 2;
      at += 3;
    } else {
      return { data, warnings: [`unknown channel ${type.toString(16)}`] };
    }
  }
  return { data };
}
