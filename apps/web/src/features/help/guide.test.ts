import { describe, expect, it } from 'vitest';
import { anchorOf, readGuide } from './guide.ts';
import { guideNames, guidePath } from './guide-order.ts';
import { texts as german } from './guides-de.ts';
import { texts as english } from './guides-en.ts';
import { excerptOf, findSections } from './search-guides.ts';

const guide = readGuide(
  'boxes',
  [
    '# Boxes and `levers`',
    'A **box** holds levers. It stands beside the track. '.repeat(6),
    '## Über Größe',
    '- one *lever*',
    '- <b>two</b> levers',
    '### A table',
    '| a | b |\n|---|---|\n| Grün | `code` |',
    '```sh\ncurl -X PUT /signal\n```',
  ].join('\n\n'),
);
const other = readGuide('other', '# Other\n\nNothing about them.\n\n## Boxes\n\nSmall ones.');

describe('a guide', () => {
  it('has a title, whole sentences as its summary, and sections in plain words', () => {
    expect(guide.title).toBe('Boxes and levers');
    expect(guide.summary).toMatch(/^A box holds levers\. It stands beside the track\./);
    expect(guide.summary.length).toBeLessThanOrEqual(170);
    expect(guide.summary).toMatch(/\.$/);
    expect(guide.sections.map(({ anchor, heading, level }) => [anchor, heading, level])).toEqual([
      ['', 'Boxes and levers', 1],
      ['über-größe', 'Über Größe', 2],
      ['a-table', 'A table', 3],
    ]);
    expect(guide.sections[2]?.text).toBe('a b Grün code curl -X PUT /signal');
  });

  it('shows HTML as text', () => {
    expect(guide.sections[1]?.text).toContain('<b>two</b> levers');
  });

  it('has the same anchors as GitHub, and addresses that keep them', () => {
    expect(anchorOf('1. What’s new? (v2)')).toBe('1-whats-new-v2');
    expect(guidePath('boxes', 'über-größe')).toBe('/help?guide=boxes#%C3%BCber-gr%C3%B6%C3%9Fe');
    expect(guidePath('boxes')).toBe('/help?guide=boxes');
  });
});

describe('the guides', () => {
  it.each([
    ['German', german],
    ['English', english],
  ])('in %s are all listed, each once, with a title and a summary', (_language, texts) => {
    const files = Object.entries(texts).map(([file, text]) => ({ name: file.replace(/^.*\/(.*)\.md$/, '$1'), text }));
    expect(files.map(({ name }) => name).sort()).toEqual([...guideNames].sort());
    for (const { name, text } of files) {
      const { title, summary, sections } = readGuide(name, text);
      expect([name, title !== name, summary.length > 20, sections.length > 2]).toEqual([name, true, true, true]);
    }
  });
});

describe('the search', () => {
  const places = (text: string) =>
    findSections([guide, other], text).map((found) => `${found.guide.name}#${found.section.anchor}`);

  it('finds sections that contain every word, those with the words in the heading first', () => {
    expect(places('boxes')).toEqual(['other#boxes', 'boxes#']);
    expect(places('grosse lever')).toEqual([]);
    expect(places('große lever')).toEqual(['boxes#über-größe']);
    expect(places('grun')).toEqual(['boxes#a-table']);
  });

  it('finds nothing without words or for unknown words', () => {
    expect(places('  ')).toEqual([]);
    expect(places('box xylophone')).toEqual([]);
  });

  it('matches the title of the guide together with a word of the section', () => {
    expect(places('levers signal')).toEqual(['boxes#a-table']);
  });

  it('shows the words with their context', () => {
    const text = `${'before '.repeat(30)}needle ${'after '.repeat(60)}`.trim();
    const excerpt = excerptOf(text, ['needle']);
    expect(excerpt).toMatch(/^… before .*needle after.* …$/);
    expect(excerpt.length).toBeLessThan(240);
    expect(excerptOf('short', ['x'])).toBe('short');
  });
});
