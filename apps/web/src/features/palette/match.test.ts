import { describe, expect, it } from 'vitest';
import { matching } from './match.ts';

const items = [
  { title: 'Virtuelle Geräte', synonyms: ['Sensoren', 'Zähler'] },
  { title: 'Gerätetreiber', synonyms: ['Decoder'] },
  { title: 'Konnektoren' },
  { title: 'Sensor anlegen' },
];
const titles = (text: string) => matching(items, text).map(({ title }) => title);

describe('what the palette knows itself', () => {
  it('is shown whole without a text', () => {
    expect(titles(' ')).toHaveLength(4);
  });

  it('is found by titles first, then by synonyms', () => {
    expect(titles('sensor')).toEqual(['Sensor anlegen', 'Virtuelle Geräte']);
    expect(titles('decod')).toEqual(['Gerätetreiber']);
  });

  it('is found without accents, and in the order of how well it fits', () => {
    expect(titles('gerat')).toEqual(['Gerätetreiber', 'Virtuelle Geräte']);
  });

  it('is not found by what it is not called', () => {
    expect(titles('rechnung')).toEqual([]);
    expect(titles('sensor rechnung')).toEqual([]);
  });
});
