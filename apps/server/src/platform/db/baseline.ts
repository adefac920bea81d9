import type { Migration } from './migrate.ts';

const baselineTag = '0000_baseline';

/**
 * The last migration that the baseline replaces. A database with all of them has exactly the schema of the baseline.
 * Delete this file when no such database or archive can exist any more.
 */
export const lastReplaced = {
  tag: '0036_share_expiry',
  when: 1_794_987_681_068,
  hash: '8156640d33f70cddd581cf52d90b53cd88e19dc16a710c9bfbea0792f1839a3a',
  count: 37,
};

type Step = Pick<Migration, 'when' | 'hash'>;

/**
 * The migrations of a database or archive, with the baseline instead of those that it replaces. Undefined if some of
 * these are missing, because this program can't complete them.
 */
export function withBaseline<S extends Step>(
  known: readonly Migration[],
  steps: readonly S[],
): readonly (S | Migration)[] | undefined {
  const baseline = known[0];
  const replaced = steps.filter(({ when }) => when <= lastReplaced.when);
  if (baseline?.tag !== baselineTag || replaced.length === 0) return steps;
  const last = replaced.at(-1);
  const isComplete = replaced.length === lastReplaced.count && last?.hash === lastReplaced.hash;
  return isComplete ? [baseline, ...steps.slice(replaced.length)] : undefined;
}
