import type { RuleResult } from '@stellwerk/contract/rule';
import { replayLimits } from '@stellwerk/contract/rule-run';
import type { Decision } from '../decide.ts';
import type { ReplayResult } from './result.ts';

type Mark = ReplayResult['marks'][number];
type Told = Pick<ReplayResult, 'evaluations' | 'results' | 'marks' | 'spans' | 'isCut'>;

const isoOf = (atMs: number) => new Date(atMs).toISOString();

/** Counts the results of evaluations, and keeps marks and spans for display. */
export function createCounters() {
  const results: Record<RuleResult, number> = {
    executed: 0,
    throttled: 0,
    met: 0,
    pending: 0,
    notMet: 0,
    aborted: 0,
    outside: 0,
    error: 0,
  };
  const marks = { executed: [] as Mark[], throttled: [] as Mark[] };
  const spans: ReplayResult['spans'] = [];
  let metSinceMs: number | null = null;
  let isCut = false;

  function closeSpan(atMs: number) {
    if (metSinceMs === null) return;
    if (spans.length < replayLimits.spans) spans.push({ from: isoOf(metSinceMs), to: isoOf(atMs) });
    else isCut = true;
    metSinceMs = null;
  }

  return {
    addOutside(count: number) {
      results.outside += count;
    },

    /** `markOf` is only called if the mark is kept. */
    add({ result, isOn }: Pick<Decision, 'result' | 'isOn'>, atMs: number, markOf: () => Omit<Mark, 'at' | 'result'>) {
      results[result] += 1;
      if (isOn === true) metSinceMs ??= atMs;
      else if (isOn === false) closeSpan(atMs);
      if (result !== 'executed' && result !== 'throttled') return;
      const kept = marks[result];
      if (kept.length < replayLimits.marks) kept.push({ at: isoOf(atMs), result, ...markOf() });
      else isCut = true;
    },

    finish(toMs: number): Told {
      closeSpan(toMs);
      const room = replayLimits.marks - marks.executed.length;
      const throttled = marks.throttled.slice(0, room);
      return {
        evaluations: Object.values(results).reduce((sum, count) => sum + count, 0),
        results,
        marks: [...marks.executed, ...throttled].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
        spans,
        isCut: isCut || throttled.length < marks.throttled.length,
      };
    },
  };
}
