// Axioma Qalcosonic W1, the frame of 51 bytes: version, time, status, volume of a day ago, 23 hourly steps of 14 bits.
function decodeUplink(input) {
  const bytes = input.bytes;
  if (input.fPort !== 100 || bytes.length !== 51 || bytes[0] !== 1) return { errors: ['not an enhanced frame'] };
  const status = bytes[5];
  let litres = bytes[6] + bytes[7] * 256 + bytes[8] * 65536 + bytes[9] * 16777216;
  let step = 0;
  for (let index = 0; index < 23; index++) {
    const bit = index * 14;
    const at = 10 + (bit >> 3);
    const word = bytes[at] | (bytes[at + 1] << 8) | ((bytes[at + 2] || 0) << 16);
    step = (word >> (bit & 7)) & 0x3fff;
    litres += step;
  }
  // A backflow has the bits of a leak and one more, a burst too.
  const backflow = (status & 0x60) === 0x60;
  const burst = (status & 0xa0) === 0xa0;
  return {
    data: {
      volume: litres / 1000,
      lastHour: step,
      leak: (status & 0x20) !== 0 && !backflow && !burst,
      burst,
      batteryLow: (status & 0x04) !== 0,
    },
  };
}
