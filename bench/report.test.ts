import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { type Figure, isReached, type Result, rounded } from './result.ts';
import { tablesOf, toConsole, toMarkdown } from './tables.ts';

const machine = {
  ...{ cpu: 'A processor', cores: 2, memoryGib: 24, os: 'Debian', node: '24.0.0', postgres: '18.4', loadBefore: 0.1 },
};

const resultOf = (name: string, figures: Figure[], notes: string[] = []): Result => ({
  ...{ name, about: 'About it.', command: `npm run bench -- ${name}`, options: { devices: 1_000 }, machine, figures },
  ...{ date: '2026-05-06T07:08:09.000Z', commit: 'abc1234', notes },
});

const rate: Figure = { table: 'Speed', what: 'applied', value: 5_400, unit: 'messages/s', target: { atLeast: 6_000 } };

describe('a table of figures', () => {
  it('says which targets are missed and what peers did', () => {
    const peers = [
      { name: 'Node-RED', value: 1_234 },
      { name: 'Mosquitto', value: null },
    ];
    const [table] = tablesOf({ figures: [{ ...rate, peers }] });
    expect(table).toEqual({
      title: 'Speed',
      head: ['figure', 'value', 'unit', 'target', 'peer'],
      rows: [['applied', '5,400 (missed)', 'messages/s', '≥ 6,000', 'Node-RED: 1,234; Mosquitto: not installed']],
    });
  });

  it('leaves out columns that nothing stands in', () => {
    const [table] = tablesOf({ figures: [{ table: 'Speed', what: 'start', value: 12, unit: 'ms' }] });
    expect(table?.head).toEqual(['figure', 'value', 'unit']);
  });

  it('has a column each where the same was measured of several', () => {
    const cell = (what: string, of: string, value: number, unit: string): Figure => ({
      ...{ table: 'Growth', what, of, value, unit },
    });
    const figures = [cell('start', '10', 5, 'ms'), cell('start', '20', 6, 'ms'), cell('memory', '20', 300, 'MB')];
    expect(tablesOf({ figures })).toEqual([
      {
        title: 'Growth',
        head: ['figure', '10', '20', 'unit'],
        rows: [
          ['start', '5', '6', 'ms'],
          ['memory', '', '300', 'MB'],
        ],
      },
    ]);
    const mixed = [cell('widget', 'time', 5, 'ms'), cell('widget', 'answer', 70, 'kB')];
    expect(tablesOf({ figures: mixed })[0]?.head).toEqual(['figure', 'time, ms', 'answer, kB']);
  });

  it('is the same on the console and in Markdown', () => {
    const table = {
      title: 'T',
      head: ['figure', 'value'],
      rows: [
        ['a|b', '1,000'],
        ['c', '2'],
      ],
    };
    expect(toConsole(table)).toBe(['T', 'figure  value', '──────  ─────', 'a|b     1,000', 'c           2'].join('\n'));
    expect(toMarkdown(table)).toBe('**T**\n\n| figure | value |\n| --- | ---: |\n| a\\|b | 1,000 |\n| c | 2 |');
  });
});

describe('the line about the machine', () => {
  const lineWith = (stolenPercent?: number) =>
    reportOf('', [
      { ...resultOf('ingest', [rate]), machine: { ...machine, ...(stolenPercent !== undefined && { stolenPercent }) } },
    ]);

  it('says when the host gave its processors to others', () => {
    expect(lineWith(12)).toContain('load before 0.1; 12 % of the processors went to others meanwhile; 2026-05-06');
    expect(lineWith(0)).toContain('load before 0.1; 2026-05-06');
    expect(lineWith()).toContain('load before 0.1; 2026-05-06');
  });
});

describe('a figure', () => {
  it('reaches its target from the side that is meant', () => {
    const at = (value: number, target: Figure['target']) => isReached({ ...rate, value, ...(target && { target }) });
    expect([at(6_000, { atLeast: 6_000 }), at(5_999, { atLeast: 6_000 })]).toEqual([true, false]);
    expect([at(10, { atMost: 10 }), at(10.1, { atMost: 10 })]).toEqual([true, false]);
  });

  it('is no more exact than it can be', () => {
    expect([12_345.6, 99.95, 0.012345].map(rounded)).toEqual([12_346, 100, 0.0123]);
  });
});

describe('the report', () => {
  it('renews what was measured and keeps what was not', () => {
    const first = reportOf('', [resultOf('rules', [rate]), resultOf('ingest', [rate], ['A peer was missing.'])]);
    const second = reportOf(first, [resultOf('ingest', [{ ...rate, value: 7_000 }])]);
    expect(second.match(/^## .+$/gm)).toEqual(['## ingest', '## rules']);
    expect(second).toContain('| applied | 7,000 |');
    expect(second).toContain('| applied | 5,400 (missed) |');
    expect(first).toContain('- A peer was missing.');
    expect(second).not.toContain('A peer was missing.');
    expect(second).toContain('npm run bench -- rules');
    expect(second).toContain('devices 1,000.');
    expect(second).toContain('A processor, 2 cores, 24 GiB, Debian, Node 24.0.0, PostgreSQL 18.4');
    expect(reportOf(second, [])).toBe(second);
  });
});
