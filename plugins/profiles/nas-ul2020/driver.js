// NAS luminaire controller: status on port 24, usage on port 25; low bytes first.
function decodeStatus(bytes) {
  if (bytes.length < 10) return { errors: ['cut off'] };
  const data = {
    fault: (bytes[4] & 0x03) !== 0,
    temperature: (bytes[7] << 24) >> 24,
    daylight: bytes[9],
  };
  // Profiles of five bytes follow; the last byte of the first is how bright it is now.
  if (bytes.length >= 15) data.level = bytes[14];
  return { data };
}

function decodeUsage(bytes) {
  const data = {};
  for (let at = 0; at + 1 < bytes.length; ) {
    const isInternal = bytes[at] === 0xff;
    const fields = bytes[at + 1];
    at += 2;
    if (fields & 0x01) {
      const wattHours = bytes[at] + bytes[at + 1] * 256 + bytes[at + 2] * 65536 + bytes[at + 3] * 16777216;
      if (isInternal) data.energy = wattHours / 1000;
      at += 4;
    }
    if (fields & 0x02) {
      if (isInternal) data.power = bytes[at] | (bytes[at + 1] << 8);
      at += 2;
    }
    if (fields & 0xfc) return { data, warnings: ['more than total and momentary use'] };
  }
  return { data };
}

function decodeUplink(input) {
  if (input.fPort === 24) return decodeStatus(input.bytes);
  if (input.fPort === 25) return decodeUsage(input.bytes);
  return { data: {}, warnings: [`nothing known of port ${input.fPort}`] };
}
