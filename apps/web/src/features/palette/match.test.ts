import { describe, expect, it } from 'vitest';
import { matching } from './match.ts';

const items = [
  { title: 'Virtuelle Geräte', synonyms: ['Sensoren', 'Zähler'] },
  { title: 'Gerätetreiber', synonyms: ['Decoder'] },
  { title: 'Konnektoren' },
  { title: 'Sensor anlegen' },
];
const titles = (text: string) => matching(items, text).map(({ title }) => title);

describe('local results of the palette', () => {
  it('are all shown without a text', () => {
    expect(titles(' ')).toHaveLength(4);
  });

  it('are found by titles first, then by synonyms', () => {
    expect(titles('sensor')).toEqual(['Sensor anlegen', 'Virtuelle Geräte']);
    expect(titles('decod')).toEqual(['Gerätetreiber']);
  });

  it('are found without accents, and sorted by relevance', () => {
    expect(titles('gerat')).toEqual(['Gerätetreiber', 'Virtuelle Geräte']);
  });

  it('are not found by other words', () => {
    expect(titles('rechnung')).toEqual([]);
    expect(titles('sensor rechnung')).toEqual([]);
  });
});
