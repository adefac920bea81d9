import { useState } from 'react';

/**
 * The text of a field with a value of another type. It stays as typed ("1," is the begin of a number) until the value
 * changes by other means, such as a reset or another field.
 */
export function useTypedText<T>(value: T, textOf: (value: T) => string) {
  const [typed, setTyped] = useState({ text: textOf(value), value });
  if (!Object.is(typed.value, value)) setTyped({ text: textOf(value), value });
  /** `next` is the value that the text was parsed to. */
  const setText = (text: string, next: T) => setTyped({ text, value: next });
  return [typed.text, setText] as const;
}
