import { describe, expect, it } from 'vitest';
import { checkPayload } from './payload-check.ts';

describe('checkPayload', () => {
  it('shows the bytes that will be sent', () => {
    expect(checkPayload('01ff', 'base16')).toEqual({ status: 'ok', sizeBytes: 2, hex: '01 ff' });
    expect(checkPayload('Af8=', 'base64')).toEqual({ status: 'ok', sizeBytes: 2, hex: '01 ff' });
    expect(checkPayload('Af8', 'base64')).toEqual({ status: 'ok', sizeBytes: 2, hex: '01 ff' });
    expect(checkPayload('', 'base16')).toEqual({ status: 'ok', sizeBytes: 0, hex: '' });
    expect(checkPayload('aü', 'utf8')).toEqual({ status: 'ok', sizeBytes: 3, hex: '61 c3 bc' });
  });

  it.each([
    ['0', 'base16', 'hexOdd'],
    ['0x01', 'base16', 'hex'],
    ['01 ff', 'base16', 'hex'],
    ['A', 'base64', 'base64'],
    ['Af8==', 'base64', 'base64'],
    ['Äf8=', 'base64', 'base64'],
  ] as const)('refuses %s as %s', (payload, encoding, problem) => {
    expect(checkPayload(payload, encoding)).toEqual({ status: 'wrong', problem });
  });
});
