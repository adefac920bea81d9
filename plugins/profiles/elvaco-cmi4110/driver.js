// Elvaco CMi4110, standard message: M-Bus records (EN 13757-3) behind one byte.
// What a VIF means: a name and the power of ten of its lowest exponent, which the low bits of the VIF raise.
function meaningOf(vif) {
  if (vif >= 0x00 && vif <= 0x07) return ['energy', (vif & 7) - 6];
  if (vif >= 0x10 && vif <= 0x17) return ['volume', (vif & 7) - 6];
  if (vif >= 0x28 && vif <= 0x2f) return ['power', (vif & 7) - 6];
  if (vif >= 0x38 && vif <= 0x3f) return ['flow', (vif & 7) - 6];
  if (vif >= 0x58 && vif <= 0x5b) return ['flowTemperature', (vif & 3) - 3];
  if (vif >= 0x5c && vif <= 0x5f) return ['returnTemperature', (vif & 3) - 3];
  if (vif === 0x78) return ['serial', 0];
  return undefined;
}

// Data fields 1 to 4 are whole numbers of as many bytes, 9 to 12 decimal digits of 1 to 4 bytes.
function numberOf(bytes, at, field) {
  const isDecimal = field >= 9;
  const length = isDecimal ? field - 8 : field;
  let value = 0;
  for (let index = length - 1; index >= 0; index--) {
    const byte = bytes[at + index];
    value = isDecimal ? value * 100 + (byte >> 4) * 10 + (byte & 15) : value * 256 + byte;
  }
  return [value, length];
}

function decodeUplink(input) {
  const bytes = input.bytes;
  if (input.fPort !== 2 || bytes[0] !== 0) return { errors: ['not a standard message'] };
  const data = {};
  for (let at = 1; at + 2 < bytes.length; ) {
    const field = bytes[at] & 15;
    if (!((field >= 1 && field <= 4) || (field >= 9 && field <= 12)))
      return { data, warnings: [`unknown DIF ${field}`] };
    let vif = bytes[at + 1];
    at += 2;
    // The first extension of the table: flags of errors.
    const isExtended = vif === 0xfd;
    if (isExtended) vif = bytes[at++];
    const [value, length] = numberOf(bytes, at, field);
    at += length;
    if (isExtended) {
      if (vif === 0x17) data.fault = value !== 0;
      continue;
    }
    const meaning = meaningOf(vif);
    if (!meaning) return { data, warnings: [`unknown VIF ${vif.toString(16)}`] };
    const [name, exponent] = meaning;
    // Divided, since a tenth is no number of two's powers and 633 × 0.1 is 63.300000000000004.
    if (name !== 'serial') data[name] = exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
  }
  return { data };
}
