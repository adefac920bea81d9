import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import {
  fillContent,
  fillJson,
  fillLine,
  fillText,
  fillTopic,
  fillUrl,
  fillValue,
  hasPlaceholder,
  type Lookup,
} from './placeholder.ts';

const lookupOf =
  (values: Record<string, JsonValue>): Lookup =>
  (name) =>
    Object.hasOwn(values, name) ? values[name] : undefined;

const lookup = lookupOf({
  n: 21.5,
  yes: true,
  nothing: null,
  list: [1, 'a'],
  title: 'Kessel "Süd"',
  nasty: 'a/b+c#\r\nBcc: x@y',
  again: '{{n}} {{again}}',
  'twin.title': 'Halle 7',
});

describe('texts', () => {
  it.each([
    ['{{n}} °C in {{twin.title}}', '21.5 °C in Halle 7'],
    ['{{ n }}', '21.5'],
    ['{{list}} {{yes}}', '[1,"a"] true'],
    ['<{{nothing}}|{{unknown}}|{{}}>', '<||>'],
    ['{{again}}', '{{n}} {{again}}'],
    ['{{{n}}}', '{21.5}'],
    ['{{n', '{{n'],
    ['{{constructor}}{{__proto__}}', ''],
    ['$& {{title}} $1', '$& Kessel "Süd" $1'],
  ])('%j becomes %j', (text, expected) => {
    expect(fillText(text, lookup)).toBe(expected);
  });

  it('are cut where values are beyond all measure', () => {
    const huge = lookupOf({ huge: 'x'.repeat(1_000_000) });
    expect(fillText('{{huge}}', huge)).toHaveLength(20_000);
    expect(fillText('{{huge}}'.repeat(50), huge)).toHaveLength(262_144);
  });

  it('know their placeholders', () => {
    expect(['{{a}}', '{a}', '{{a', '{{}}'].map(hasPlaceholder)).toEqual([true, false, false, true]);
  });
});

it('keeps a line one line', () => {
  expect(fillLine('S: {{nasty}}\u2028end', lookup)).toBe('S: a/b+c# Bcc: x@y end');
});

it('encodes values for addresses, and nothing else', () => {
  expect(fillUrl('/a b/{{nasty}}?q={{title}}', lookup)).toBe(
    '/a b/a%2Fb%2Bc%23%0D%0ABcc%3A%20x%40y?q=Kessel%20%22S%C3%BCd%22',
  );
  expect(fillUrl('{{half}}', lookupOf({ half: '\ud800' }))).toBe('%EF%BF%BD');
});

it('keeps a value on one level of a topic', () => {
  expect(fillTopic('site/{{nasty}}/up', lookup)).toBe('site/a_b_c___Bcc: x@y/up');
});

describe('JSON', () => {
  it.each<[string, unknown]>([
    ['{"t":{{n}},"x":{{list}},"u":{{unknown}}}', { t: 21.5, x: [1, 'a'], u: null }],
    ['{"s":"{{title}}","t":{{title}}}', { s: 'Kessel "Süd"', t: 'Kessel "Süd"' }],
    ['{"s":"\\"{{title}}","n":"{{n}} °C"}', { s: '"Kessel "Süd"', n: '21.5 °C' }],
    ['{"s":"{{list}}"}', { s: '[1,"a"]' }],
    ['["{{a"b}}",{{n}}]', ['', 21.5]],
    ['{"{{n}}":1}', { '21.5': 1 }],
  ])('%s stays JSON', (json, expected) => {
    expect(JSON.parse(fillJson(json, lookup))).toEqual(expected);
  });

  it('stays a document whatever the values are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const filled = fillJson(
          '{"a":{{value}},"b":"<{{text}}>","c":"{{value}}"}',
          lookupOf({ value: value as JsonValue, text }),
        );
        const parsed = JSON.parse(filled) as { a: unknown; b: string };
        expect(parsed.a).toEqual(JSON.parse(JSON.stringify(value)));
        expect(parsed.b).toBe(`<${text.toWellFormed() === text ? text : JSON.parse(JSON.stringify(text))}>`);
      }),
    );
  });

  it('is distinguished from text', () => {
    expect(fillContent('{"t":"{{title}}"}', lookup)).toBe('{"t":"Kessel \\"Süd\\""}');
    expect(fillContent('{{title}}', lookup)).toBe('Kessel "Süd"');
    expect(fillContent('{ broken {{title}}', lookup)).toBe('{ broken Kessel "Süd"');
  });
});

it('fills the texts of a value, and hands on what a lone placeholder stands for', () => {
  const command = { a: '{{n}}', b: ['{{n}} °C', '{{list}}'], c: 5, '{{n}}': null, d: '{{unknown}}' };
  expect(fillValue(command, lookup)).toEqual({ a: 21.5, b: ['21.5 °C', [1, 'a']], c: 5, '{{n}}': null, d: null });
});
