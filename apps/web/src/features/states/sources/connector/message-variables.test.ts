import { describe, expect, it } from 'vitest';
import { variablesOf } from './message-variables.ts';

describe('variablesOf', () => {
  it('finds the fields of a message by their paths, and the message itself', () => {
    const payload = { t: 21.5, air: { humidity: 40, 'co2.ppm': 600 }, list: [1, { a: 2 }] };
    expect([...variablesOf(payload)]).toEqual([
      ['', payload],
      ['t', 21.5],
      ['air', payload.air],
      ['air.humidity', 40],
      ['air.co2.ppm', 600],
      ['list', [1, { a: 2 }]],
    ]);
  });

  it('finds a plain value, and does not drown in a large message', () => {
    expect([...variablesOf(7)]).toEqual([['', 7]]);
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index]));
    expect(variablesOf(large).size).toBeLessThan(300);
  });
});
