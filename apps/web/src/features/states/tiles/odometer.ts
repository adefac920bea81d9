export interface OdometerDigits {
  isNegative: boolean;
  whole: string;
  decimals: string;
}

/** The digits of a counter: zeros in front up to the least length; what is longer is shown in full. */
export function odometerDigits(number: number, minimumLength: number, decimals: number): OdometerDigits {
  const [whole = '0', fraction = ''] = Math.abs(number).toFixed(decimals).split('.');
  return {
    // A value that rounds to nothing has no sign.
    isNegative: number < 0 && /[1-9]/.test(`${whole}${fraction}`),
    whole: whole.padStart(minimumLength, '0'),
    decimals: fraction,
  };
}
