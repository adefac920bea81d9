// Bosch TPS110: port 1 tells that a car came or went, port 2 that the sensor lives.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (bytes.length === 0 || (input.fPort !== 1 && input.fPort !== 2)) return { data: {}, warnings: ['not a status'] };
  const data = { occupied: (bytes[0] & 1) === 1 };
  if (input.fPort === 2 && bytes.length > 1) data.temperature = (bytes[1] << 24) >> 24;
  return { data };
}
