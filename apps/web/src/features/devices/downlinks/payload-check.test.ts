import { describe, expect, it } from 'vitest';
import { checkPayload } from './payload-check.ts';

describe('checkPayload', () => {
  it('counts the bytes of what fits', () => {
    expect(checkPayload('01ffA0', 'base16')).toEqual({ status: 'ok', sizeBytes: 3 });
    expect(checkPayload('AQ==', 'base64')).toEqual({ status: 'ok', sizeBytes: 1 });
    expect(checkPayload('AQ', 'base64')).toEqual({ status: 'ok', sizeBytes: 1 });
    expect(checkPayload('AQID', 'base64')).toEqual({ status: 'ok', sizeBytes: 3 });
    expect(checkPayload('ä', 'utf8')).toEqual({ status: 'ok', sizeBytes: 2 });
  });

  it('says what does not', () => {
    expect(checkPayload('', 'utf8')).toMatchObject({ problem: 'empty' });
    expect(checkPayload('01f', 'base16')).toMatchObject({ problem: 'hexOdd' });
    expect(checkPayload('01 ff', 'base16')).toMatchObject({ problem: 'hex' });
    expect(checkPayload('AQ=', 'base64')).toMatchObject({ problem: 'base64' });
    expect(checkPayload('A*==', 'base64')).toMatchObject({ problem: 'base64' });
  });
});
