import { describe, expect, it } from 'vitest';
import { bestRank, foldText, rankOf, wordsOf } from './search-rank.ts';

describe('the rank of a title', () => {
  it.each([
    ['Pumpe', 'pumpe', 0],
    ['Pumpe 3', ' PUMPE   3 ', 0],
    ['Pumpenhaus', 'pumpe', 1],
    ['Alte Pumpe', 'pumpe', 2],
    ['Raum 2.15', '15', 2],
    ['Halle 3 – Pumpe', 'pum hal', 2],
    ['Wasserpumpe', 'pumpe', 3],
    ['Wasserpumpe Ost', 'ost pumpe', 3],
    ['Ventil', 'pumpe', 4],
    ['Pumpe', 'pumpe ventil', 4],
    ['Gerät', 'gerat', 0],
    ['École', 'eco', 1],
  ])('%j for %j', (title, text, rank) => {
    expect(rankOf(title, text)).toBe(rank);
  });

  it('is the best of several names', () => {
    expect(bestRank(['Sensor', '70B3D5'], '70b3d5')).toBe(0);
  });
});

describe('folded text', () => {
  it('keeps the places of its letters', () => {
    for (const text of ['Größe Ö İstanbul', 'ﬃ é 🌡️ A']) expect(foldText(text)).toHaveLength(text.length);
    expect(foldText('Äpfel')).toBe('apfel');
  });

  it('is split at any room', () => {
    expect(wordsOf('  Ab\tcd\u00a0E ')).toEqual(['ab', 'cd', 'e']);
  });
});
