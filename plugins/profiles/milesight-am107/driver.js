// Milesight AM104 and AM107: channel, type, value with its low byte first.
function decodeUplink(input) {
  const bytes = input.bytes;
  const data = {};
  const unsigned = (at) => bytes[at] | (bytes[at + 1] << 8);
  const signed = (at) => (unsigned(at) << 16) >> 16;

  for (let at = 0; at + 2 < bytes.length; ) {
    const channel = bytes[at];
    const value = at + 2;
    if (channel === 0x01) {
      data.battery = bytes[value];
      at += 3;
    } else if (channel === 0x03) {
      data.temperature = signed(value) / 10;
      at += 4;
    } else if (channel === 0x04) {
      data.humidity = bytes[value] / 2;
      at += 3;
    } else if (channel === 0x05) {
      data.motion = unsigned(value);
      at += 4;
    } else if (channel === 0x06) {
      data.illuminance = unsigned(value);
      at += 8;
    } else if (channel === 0x07) {
      data.co2 = unsigned(value);
      at += 4;
    } else if (channel === 0x08) {
      data.tvoc = unsigned(value);
      at += 4;
    } else if (channel === 0x09) {
      data.pressure = unsigned(value) / 10;
      at += 4;
    } else {
      return { data, warnings: [`unknown channel ${channel}`] };
    }
  }
  return { data };
}
