// Digital Matter Oyster, position on port 1: latitude, longitude, heading with flags, speed, battery; low bytes first.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (input.fPort !== 1 || bytes.length < 11) return { data: {}, warnings: ['not a position'] };
  const signed = (at) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  const data = {
    moving: (bytes[8] & 1) !== 0,
    voltage: (bytes[10] * 25) / 1000,
  };
  // Without a fix it repeats the last place that it knew.
  if (bytes[8] & 2) return { data, warnings: ['no fix'] };
  data.latitude = signed(0) / 1e7;
  data.longitude = signed(4) / 1e7;
  data.heading = (bytes[8] >> 2) * 5.625;
  data.speed = bytes[9];
  return { data };
}
