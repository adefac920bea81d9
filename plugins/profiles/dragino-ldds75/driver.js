// Dragino LDDS75: battery, distance, interrupt, temperature of a probe, whether the sensor was found.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (bytes.length < 8) return { errors: ['not a measurement'] };
  const unsigned = (at) => (bytes[at] << 8) | bytes[at + 1];
  const data = {
    voltage: (unsigned(0) & 0x3fff) / 1000,
    temperature: ((unsigned(5) << 16) >> 16) / 10,
  };
  if (bytes[7] === 0) return { data, warnings: ['no ultrasonic sensor'] };
  data.distance = unsigned(2);
  return { data };
}
