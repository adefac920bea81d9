import { type Figure, isReached, type Result } from './result.ts';

/** Figures as text tables, for the console and for the report. */

export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

const numberText = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 15 });

function targetText({ target }: Figure): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `≥ ${numberText(target.atLeast)}` : `≤ ${numberText(target.atMost)}`;
}

const peersText = ({ peers = [] }: Figure) =>
  peers.map(({ name, value }) => `${name}: ${value === null ? 'not installed' : numberText(value)}`).join('; ');

const valueText = (figure: Figure) => `${numberText(figure.value)}${isReached(figure) ? '' : ' (missed)'}`;

/** One row per figure; empty columns are omitted. */
function listOf(title: string, figures: readonly Figure[]): Table {
  const columns: [string, (figure: Figure) => string][] = [
    ['figure', ({ what }) => what],
    ['value', valueText],
    ['unit', ({ unit }) => unit],
    ['target', targetText],
    ['peer', peersText],
  ];
  const shown = columns.filter(([, text]) => figures.some((figure) => text(figure) !== ''));
  const rows = figures.map((figure) => shown.map(([, text]) => text(figure)));
  return { title, head: shown.map(([name]) => name), rows };
}

/** One row per measurement, one column per variant. A common unit is in the column's title. */
function gridOf(title: string, figures: readonly Figure[]): Table {
  const columns = [...Map.groupBy(figures, ({ of = '' }) => of)];
  const lines = [...Map.groupBy(figures, ({ what }) => what)];
  const hasRowUnits = lines.every(([, row]) => row.every(({ unit }) => unit === row[0]?.unit));
  const hasTargets = figures.some(({ target }) => target !== undefined);
  const head = columns.map(([name, [first]]) => (hasRowUnits ? name : `${name}, ${first?.unit}`));
  const rows = lines.map(([what, row]) => {
    const cells = columns.map(([name]) => {
      const figure = row.find(({ of = '' }) => of === name);
      return figure ? valueText(figure) : '';
    });
    const promised = row.find(({ target }) => target !== undefined);
    const units = hasRowUnits ? [row[0]?.unit ?? ''] : [];
    return [what, ...cells, ...units, ...(hasTargets ? [promised ? targetText(promised) : ''] : [])];
  });
  return {
    title,
    head: ['figure', ...head, ...(hasRowUnits ? ['unit'] : []), ...(hasTargets ? ['target'] : [])],
    rows,
  };
}

export function tablesOf({ figures }: Pick<Result, 'figures'>): Table[] {
  return [...Map.groupBy(figures, ({ table }) => table)].map(([title, inTable]) =>
    inTable.some(({ of }) => of !== undefined) ? gridOf(title, inTable) : listOf(title, inTable),
  );
}

const isNumeric = (text: string) => /^-?[\d,.]+( \(missed\))?$/.test(text);

/** Aligned for the console: numbers to the right. */
export function toConsole({ title, head, rows }: Table): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column > 0 && isNumeric(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [title, line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const ruler = head.map((_, column) =>
    column > 0 && rows.every((row) => isNumeric(row[column] ?? '')) ? '---:' : '---',
  );
  return [`**${title}**`, '', line(head), line(ruler), ...rows.map(line)].join('\n');
}
