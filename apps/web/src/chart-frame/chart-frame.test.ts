import { describe, expect, it } from 'vitest';
import { readFromFrame } from './messages.ts';
import { optionLimits, readOption, safeOption } from './plain-option.ts';

describe('what the code gives back', () => {
  it('is an object of plain data, without ways out of the chart', () => {
    const json = '{"title":{"text":"a","link":"https://evil.example"},"series":[{"data":[{"link":"x","value":1}]}]}';
    expect(readOption(json)).toEqual({ title: { text: 'a' }, series: [{ data: [{ value: 1 }] }] });
    expect(readOption('{"__proto__":{"polluted":1},"a":1}')).toEqual({ a: 1 });
  });

  it.each([undefined, null, 5, '5', 'null', '[1]', '"text"', '{', {}])('is no option: %j', (json) => {
    expect(readOption(json)).toBeUndefined();
  });

  it('is refused when it is too large or too deep', () => {
    expect(readOption(`{"a":"${'x'.repeat(optionLimits.characters)}"}`)).toBe('size');
    expect(readOption(JSON.stringify({ data: Array(optionLimits.parts).fill(1) }))).toBe('size');
    expect(readOption(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toBe('size');
  });
});

describe('how it is drawn', () => {
  it('has tooltips on the canvas alone, whatever it asks for', () => {
    const safe = (tooltip: unknown) => safeOption({ tooltip }, { isStill: false }).tooltip;
    expect(safe({ renderMode: 'html', formatter: '<b>' })).toMatchObject({ renderMode: 'richText', formatter: '<b>' });
    expect(safe([{ renderMode: 'html' }])).toMatchObject([{ renderMode: 'richText' }]);
    expect(safe('x')).toMatchObject({ renderMode: 'richText' });
    expect(safe(undefined)).toBeUndefined();
  });

  it('moves only where it is asked for and wanted, and has no tools that write markup', () => {
    expect(safeOption({ animation: true }, { isStill: true })).toMatchObject({ animation: false });
    expect(safeOption({ animation: true }, { isStill: false })).toMatchObject({ animation: true });
    expect(safeOption({}, { isStill: false })).toMatchObject({ animation: false });
    expect(safeOption({ toolbox: { feature: { dataView: {} } } }, { isStill: false })).not.toHaveProperty('toolbox');
  });
});

describe('what the frame says', () => {
  it('is heard where it is one of our messages', () => {
    const failed = { kind: 'stellwerk:chart-failed', run: 1, failure: 'code', message: 'x'.repeat(2_000), line: 3 };
    expect(readFromFrame(failed)).toEqual({ ...failed, message: 'x'.repeat(500) });
    expect(readFromFrame({ ...failed, message: {}, line: -1 })).toMatchObject({ message: '', line: null });
    expect(readFromFrame({ kind: 'stellwerk:chart-drawn', run: 2 })).toEqual({ kind: 'stellwerk:chart-drawn', run: 2 });
  });

  it.each([
    null,
    'text',
    {},
    { kind: 'stellwerk:chart-drawn' },
    { kind: 'stellwerk:chart-failed', run: 1, failure: 'constructor' },
    { kind: 'stellwerk:chart-image', run: 1, url: 'https://evil.example/x.png' },
    { kind: 'stellwerk:chart-image', run: 1, url: 'javascript:alert(1)' },
  ])('is nothing otherwise: %j', (message) => {
    expect(readFromFrame(message)).toBeUndefined();
  });
});
