import { describe, expect, it } from 'vitest';
import { odometerDigits } from './odometer.ts';

describe('odometerDigits', () => {
  it('fills up with zeros and cuts nothing off', () => {
    expect(odometerDigits(1234.56, 6, 1)).toEqual({ isNegative: false, whole: '001234', decimals: '6' });
    expect(odometerDigits(1_234_567, 4, 0)).toEqual({ isNegative: false, whole: '1234567', decimals: '' });
  });

  it('has a sign only where something is left to be negative', () => {
    expect(odometerDigits(-5, 2, 0)).toEqual({ isNegative: true, whole: '05', decimals: '' });
    expect(odometerDigits(-0.001, 2, 1)).toEqual({ isNegative: false, whole: '00', decimals: '0' });
  });
});
