/** Separators that labels and other systems print between the digits. */
const separators = /[-:.\s]/g;
const hexText = /^[0-9A-F]{2,32}$/;

/**
 * The stored form of a hexadecimal identifier (EUI-64, MAC address, Sigfox id): upper case, without separators. Undefined
 * if the text is none.
 */
export function normalEui(text: string): string | undefined {
  const eui = text.replace(separators, '').toUpperCase();
  return hexText.test(eui) ? eui : undefined;
}
