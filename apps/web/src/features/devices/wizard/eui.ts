const digits = 16;

export interface Eui {
  status: 'empty' | 'ok' | 'short' | 'long' | 'wrong';
  /** In the form in which it is kept: upper case, without separators. */
  text: string;
  /** How many digits are missing, or too many. */
  missing: number;
}

/** Labels print EUIs with separators and in either case: all of them mean the same. */
export function euiOf(typed: string): Eui {
  const text = typed.replace(/[\s:-]/g, '').toUpperCase();
  const missing = Math.abs(digits - text.length);
  if (text === '') return { status: 'empty', text, missing };
  if (!/^[0-9A-F]*$/.test(text)) return { status: 'wrong', text, missing };
  if (text.length === digits) return { status: 'ok', text, missing: 0 };
  return { status: text.length < digits ? 'short' : 'long', text, missing };
}
