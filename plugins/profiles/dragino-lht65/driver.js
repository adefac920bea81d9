// Dragino LHT65 on port 2: battery, temperature, humidity, then what is plugged in.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (input.fPort !== 2 || bytes.length < 11) return { errors: ['not a measurement'] };
  const unsigned = (at) => (bytes[at] << 8) | bytes[at + 1];
  const signed = (at) => (unsigned(at) << 16) >> 16;
  const data = {
    voltage: (unsigned(0) & 0x3fff) / 1000,
    temperature: signed(2) / 100,
    humidity: unsigned(4) / 10,
  };
  if ((bytes[6] & 0x7f) === 1 && unsigned(7) !== 0x7fff) data.probeTemperature = signed(7) / 100;
  return { data };
}
