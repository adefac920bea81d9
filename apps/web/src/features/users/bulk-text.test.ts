import { expect, it } from 'vitest';
import { hasHeader } from './bulk-text.ts';

it('distinguishes a header line from a user', () => {
  expect(hasHeader('\ufefffirstName,lastName,email\r\nA,B,a@example.com')).toBe(true);
  expect(hasHeader('Vorname;Name;E-Mail\nA;B;a@example.com')).toBe(true);
  expect(hasHeader('A,B,email@example.com\nbad\n')).toBe(false);
  expect(hasHeader('')).toBe(false);
});
