import type { ReparsePreview } from './reparse.queries.ts';

type Sample = ReparsePreview['samples'][number];

export interface Change {
  /** Empty where the driver fails now. */
  key: string;
  before: unknown;
  after: unknown;
}

const keyOf = (variable: string) => variable.replaceAll('.', '_');

/** What differs between the stored values and another run of the driver. Of several sets the last one counts. */
export function reparseChanges({ before, after }: Pick<Sample, 'before' | 'after'>): Change[] {
  if (after.error) return [{ key: '', before: undefined, after: after.error.message }];
  const now = Object.fromEntries(
    after.variables.flatMap(({ values }) => Object.entries(values)).map(([name, value]) => [keyOf(name), value]),
  );
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((key) => key !== '_raw');
  return keys
    .map((key) => ({ key, before: before[key], after: now[key] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
