// Elsys ERS: a type, then its value with the high byte first.
function decodeUplink(input) {
  const bytes = input.bytes;
  const data = {};
  const unsigned = (at) => (bytes[at] << 8) | bytes[at + 1];
  const readers = {
    1: [2, (at) => ({ temperature: ((unsigned(at) << 16) >> 16) / 10 })],
    2: [1, (at) => ({ humidity: bytes[at] })],
    4: [2, (at) => ({ illuminance: unsigned(at) })],
    5: [1, (at) => ({ motion: bytes[at] })],
    6: [2, (at) => ({ co2: unsigned(at) })],
    7: [2, (at) => ({ voltage: unsigned(at) / 1000 })],
  };
  for (let at = 0; at < bytes.length; ) {
    const reader = readers[bytes[at]];
    if (!reader) return { data, warnings: [`unknown type ${bytes[at]}`] };
    const [length, read] = reader;
    if (at + length >= bytes.length) return { data, warnings: ['cut off'] };
    Object.assign(data, read(at + 1));
    at += 1 + length;
  }
  return { data };
}
