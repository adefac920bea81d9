import { describe, expect, it } from 'vitest';
import { decodeText, recordsAt } from './csv-text.ts';

describe('the text of a file', () => {
  it('is read as UTF-8, as UTF-16 with a byte order mark, or in the code page of old spreadsheets', () => {
    expect(decodeText(new TextEncoder().encode('Größe'))).toBe('Größe');
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xe4, 0x00))).toBe('ä');
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x00, 0xe4))).toBe('ä');
    expect(decodeText(Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65))).toBe('Größe');
  });
});

describe('lines with errors', () => {
  it('are returned unchanged, whole and after the header', () => {
    const text = '\ufefffirstName,lastName,email\r\na,b,c\r\n"two\nlines",d,e\r\nf,g,h\r\n';
    expect(recordsAt(text, [2, 3], true)).toBe('firstName,lastName,email\r\na,b,c\r\n"two\r\nlines",d,e\r\n');
  });

  it('are returned alone where there is no header', () => {
    expect(recordsAt('A,B,a@example.com\nbad\n', [2], false)).toBe('bad\r\n');
  });
});
