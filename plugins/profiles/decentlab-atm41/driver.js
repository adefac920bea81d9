// Decentlab DL-ATM41, protocol 2: version, device, which sensors follow, words with the high byte first.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (bytes[0] !== 2 || bytes.length < 5) return { errors: ['not protocol 2'] };
  const sensors = (bytes[3] << 8) | bytes[4];
  let at = 5;
  const next = () => {
    const word = (bytes[at] << 8) | bytes[at + 1];
    at += 2;
    return word;
  };
  const data = {};
  if (sensors & 1) {
    if (bytes.length < 39) return { errors: ['cut off'] };
    const words = Array.from({ length: 17 }, () => next() - 32768);
    data.solarRadiation = words[0];
    data.precipitation = words[1] / 1000;
    data.windSpeed = words[4] / 100;
    data.windDirection = words[5] / 10;
    data.gustSpeed = words[6] / 100;
    data.temperature = words[7] / 10;
    data.vapourPressure = words[8] / 100;
    data.pressure = words[9] / 100;
    data.humidity = words[10] / 10;
  }
  if (sensors & 2) data.voltage = next() / 1000;
  return { data };
}
