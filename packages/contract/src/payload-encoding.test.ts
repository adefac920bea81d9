import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfPayload, hexOf, isPayload, type PayloadEncoding } from './payload-encoding.ts';

const someBytes = fc.uint8Array({ maxLength: 300 });
function holds(text: string, encoding: PayloadEncoding, bytes: Uint8Array): void {
  expect(bytesOfPayload(text, encoding)).toEqual([...bytes]);
}

describe('bytes that are written and read again', () => {
  it('are the same in base16, in either case', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        holds(hexOf(bytes), 'base16', bytes);
        holds(Buffer.from(bytes).toString('hex').toUpperCase(), 'base16', bytes);
      }),
    );
  });

  it('are the same in base64, with its padding and without', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const padded = Buffer.from(bytes).toString('base64');
        holds(padded, 'base64', bytes);
        holds(padded.replace(/=+$/, ''), 'base64', bytes);
      }),
    );
  });

  it('are the same in utf8', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => holds(text, 'utf8', Buffer.from(text))));
  });
});

describe('a text that is no payload', () => {
  it('is every one in base16 that has another character or an odd length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isPayload(text, 'base16')).toBe(/^(?:[0-9a-fA-F]{2})*$/.test(text));
      }),
    );
  });

  it('is every one in base64 that differs from what its bytes are written as, padding and unused bits apart', () => {
    const near = fc.string({ unit: fc.constantFrom(...'AZaz09+/=-_ \n') });
    fc.assert(
      fc.property(near, (text) => {
        const bytes = bytesOfPayload(text, 'base64');
        const digits = text.replace(/=+$/, '');
        const isRead = /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1;
        const isPadded = text.length === digits.length || text.length === Math.ceil(digits.length / 4) * 4;
        expect(typeof bytes !== 'string').toBe(isRead && isPadded);
        if (typeof bytes !== 'string') expect(bytes).toEqual([...Buffer.from(text, 'base64')]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, PayloadEncoding, string]>([
    ['0', 'base16', 'hexOdd'],
    ['0g', 'base16', 'hex'],
    ['00 ff', 'base16', 'hex'],
    ['0x01', 'base16', 'hex'],
    ['A', 'base64', 'base64'],
    ['AP8==', 'base64', 'base64'],
    ['AQ=', 'base64', 'base64'],
    ['AP8=A', 'base64', 'base64'],
    ['A_8=', 'base64', 'base64'],
    ['AP 8', 'base64', 'base64'],
    ['Äf8=', 'base64', 'base64'],
    ['=', 'base64', 'base64'],
  ])('has a reason: %j as %s', (text, encoding, problem) => {
    expect(bytesOfPayload(text, encoding)).toBe(problem);
  });
});
