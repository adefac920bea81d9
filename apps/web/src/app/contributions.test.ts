import { describe, expect, it } from 'vitest';
import { contributions } from './contributions.ts';

type Texts = { [key: string]: string | Texts };
const texts = import.meta.glob<Texts>('../features/*/locales/{de,en}.json', { eager: true, import: 'default' });

function textOf(language: string, label: string): string | Texts | undefined {
  const [namespace, key = ''] = label.split(':');
  return key
    .split('.')
    .reduce<string | Texts | undefined>(
      (part, name) => (typeof part === 'object' ? part[name] : undefined),
      texts[`../features/${namespace}/locales/${language}.json`],
    );
}

const named = contributions.map(({ slot, entry }) => `${slot}/${entry.id}`);

describe('the contributions', () => {
  it('contain the tabs, actions, panels and views of the features', () => {
    expect(named).toEqual(
      expect.arrayContaining(['twins.tabs/states', 'twins.actions/share', 'twins.panels/values', 'twins.views/map']),
    );
  });

  it('have ids and positions that are unique in their slot', () => {
    // The drawer has a scale of positions for each of its groups.
    const placed = contributions.map(({ slot, entry }) => `${slot} ${Reflect.get(entry, 'group')} ${entry.position}`);
    expect([new Set(named).size, new Set(placed).size]).toEqual([named.length, placed.length]);
  });

  it.each(['de', 'en'])('have a label text in %s', (language) => {
    const labels = contributions.flatMap(({ entry }) => entry.label ?? []);
    expect(labels.filter((label) => typeof textOf(language, label) !== 'string')).toEqual([]);
    expect(labels.length).toBeGreaterThan(0);
  });
});
