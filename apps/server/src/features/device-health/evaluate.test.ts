import { type HealthEntry, healthCategories, healthSeverities } from '@stellwerk/contract/health';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckResult, evaluate, failureOf, type HealthResult, healthOf, type Problem } from './evaluate.ts';

const start = Date.UTC(2026, 0, 1);
const at = (minutes: number) => new Date(start + minutes * 60_000);

const entry = (identifier: string, more: Partial<HealthEntry> = {}): HealthEntry => ({
  identifier,
  category: 'battery',
  severity: 'error',
  stateKeys: [],
  check: 'return false',
  durationMinutes: 0,
  message: 'The battery is low',
  ...more,
});

const well: CheckResult = { outcome: 'well' };
const bad: CheckResult = { outcome: 'problem', text: null };
const broken: CheckResult = { outcome: 'failed', params: { identifier: 'a', reason: 'no' } };

/** A device over time: each step is evaluated on what the steps before left. */
function device(entries: HealthEntry[]) {
  let problems: readonly Problem[] = [];
  return {
    entries,
    raisesAlarms: true,
    ignore(identifier: string, isIgnored = true) {
      problems = problems.map((each) => (each.identifier === identifier ? { ...each, isIgnored } : each));
    },
    evaluate(minutes: number, results: Record<string, CheckResult>): HealthResult {
      const { entries: current, raisesAlarms } = this;
      const known = new Map(Object.entries(results));
      const result = evaluate({
        entries: current,
        results: known,
        earlier: problems,
        now: at(minutes),
        raisesAlarms,
      });
      problems = result.problems;
      return result;
    },
  };
}
const names = (problems: readonly Problem[]) => problems.map(({ identifier }) => identifier);

describe('evaluating checks', () => {
  it('opens an alarm once, keeps it, and resolves it once', () => {
    const one = device([entry('a')]);
    const first = one.evaluate(0, { a: { outcome: 'problem', text: 'Only 5 %' } });
    expect(first.problems).toMatchObject([{ identifier: 'a', message: 'Only 5 %', since: at(0), activeSince: at(0) }]);
    expect([names(first.opened), names(first.changed)]).toEqual([['a'], ['a']]);
    const second = one.evaluate(1, { a: { outcome: 'problem', text: 'Only 5 %' } });
    expect(second).toMatchObject({ opened: [], closed: [], changed: [], removed: [], regraded: [] });
    const third = one.evaluate(2, { a: bad });
    expect(third.changed).toMatchObject([{ message: 'The battery is low', since: at(0), isAlarmed: true }]);
    expect(third.opened).toEqual([]);
    const last = one.evaluate(3, { a: well });
    expect([names(last.removed), names(last.closed), last.problems]).toEqual([['a'], ['a'], []]);
    expect(one.evaluate(4, { a: well })).toMatchObject({ removed: [], closed: [] });
  });

  it('waits for the whole duration without a break', () => {
    const one = device([entry('a', { durationMinutes: 10 })]);
    expect(one.evaluate(0, { a: bad })).toMatchObject({ opened: [], problems: [{ activeSince: null }] });
    expect(one.evaluate(9, { a: bad }).opened).toEqual([]);
    one.evaluate(9.5, { a: well });
    expect(one.evaluate(10, { a: bad }).problems).toMatchObject([{ since: at(10), activeSince: null }]);
    expect(names(one.evaluate(20, { a: bad }).opened)).toEqual(['a']);
  });

  it('starts the duration again when the clock was set back, and stays active when it was', () => {
    const one = device([entry('a', { durationMinutes: 10 })]);
    one.evaluate(1_000_000, { a: bad });
    expect(one.evaluate(0, { a: bad }).problems).toMatchObject([{ since: at(0) }]);
    expect(names(one.evaluate(10, { a: bad }).opened)).toEqual(['a']);
    expect(one.evaluate(-500_000, { a: bad })).toMatchObject({
      opened: [],
      closed: [],
      problems: [{ activeSince: at(10) }],
    });
  });

  it('follows the check: its gravity, its duration, its end', () => {
    const one = device([entry('a'), entry('b', { durationMinutes: 60 })]);
    one.evaluate(0, { a: bad, b: bad });
    one.entries = [entry('a', { severity: 'warning', category: 'device' }), entry('b', { durationMinutes: 5 })];
    const changed = one.evaluate(5, { a: bad, b: bad });
    expect(changed.regraded).toMatchObject([{ identifier: 'a', severity: 'warning', category: 'device' }]);
    expect(names(changed.opened)).toEqual(['b']);
    // A longer duration does not take back what is active.
    one.entries = [entry('a'), entry('b', { durationMinutes: 600 })];
    expect(one.evaluate(6, { a: bad, b: bad }).closed).toEqual([]);
    one.entries = [entry('b')];
    const removed = one.evaluate(7, { b: bad });
    expect([names(removed.removed), names(removed.closed)]).toEqual([['a'], ['a']]);
  });

  it('keeps ignored problems silent until they are gone', () => {
    const one = device([entry('a')]);
    one.evaluate(0, { a: bad });
    one.ignore('a');
    const ignored = one.evaluate(1, { a: bad });
    expect([names(ignored.closed), healthOf(ignored.problems, true)]).toEqual([['a'], 1]);
    one.ignore('a', false);
    expect(names(one.evaluate(2, { a: bad }).opened)).toEqual(['a']);
    one.ignore('a');
    one.evaluate(3, { a: bad });
    one.evaluate(4, { a: well });
    expect(one.evaluate(5, { a: bad })).toMatchObject({ opened: [{ isIgnored: false }] });
  });

  it('says that a check failed beside what is known, which stays', () => {
    const one = device([entry('a')]);
    one.evaluate(0, { a: bad });
    const failed = one.evaluate(1, { a: broken });
    expect(failed.problems).toMatchObject([
      { identifier: 'a', since: at(0), severity: 'error' },
      { identifier: failureOf('a'), category: 'device', severity: 'warning', code: 'HEALTH_CHECK_FAILED' },
    ]);
    expect([failed.closed, healthOf(failed.problems, true)]).toEqual([[], 3]);
    expect(healthOf(failed.problems.slice(1), true)).toBe(4);
    // Not asked: all stays.
    expect(one.evaluate(2, {})).toMatchObject({ changed: [], removed: [], problems: [{}, { since: at(1) }] });
    expect(names(one.evaluate(3, { a: bad }).closed)).toEqual([failureOf('a')]);
    one.evaluate(4, { a: broken });
    expect(names(one.evaluate(5, { a: well }).removed).sort()).toEqual(['a', failureOf('a')]);
  });

  it('raises no alarms where there are none to be raised, and catches up', () => {
    const one = device([entry('a')]);
    one.raisesAlarms = false;
    expect(one.evaluate(0, { a: bad })).toMatchObject({
      opened: [],
      problems: [{ activeSince: at(0), isAlarmed: false }],
    });
    one.raisesAlarms = true;
    expect(names(one.evaluate(1, { a: bad }).opened)).toEqual(['a']);
    one.raisesAlarms = false;
    const off = one.evaluate(2, { a: bad });
    expect([names(off.closed), off.problems.length]).toEqual([['a'], 1]);
  });
});

describe('the health of a device', () => {
  it('is that of its gravest problem that is active and heeded', () => {
    const problem = (severity: 'warning' | 'error', more: Partial<Problem> = {}) =>
      ({ severity, activeSince: at(0), isIgnored: false, ...more }) as Problem;
    expect(healthOf([], false)).toBe(0);
    expect(healthOf([], true)).toBe(1);
    expect(healthOf([problem('warning')], true)).toBe(2);
    expect(healthOf([problem('warning'), problem('error')], true)).toBe(3);
    expect(healthOf([problem('warning'), problem('error', { isIgnored: true })], true)).toBe(2);
    expect(healthOf([problem('error', { activeSince: null })], true)).toBe(1);
  });
});

const identifiers = ['a', 'b', 'c'] as const;
const anyEntry = fc.record({
  identifier: fc.constantFrom(...identifiers),
  category: fc.constantFrom(...healthCategories),
  severity: fc.constantFrom(...healthSeverities),
  durationMinutes: fc.integer({ min: 0, max: 8 }),
});
const anyStep = fc.record({
  /** Clocks also go back. */
  minutes: fc.integer({ min: -3, max: 10 }),
  entries: fc.option(fc.array(anyEntry, { maxLength: 4 }), { nil: undefined, freq: 4 }),
  results: fc.dictionary(fc.constantFrom(...identifiers), fc.constantFrom(well, bad, broken), {
    noNullPrototype: true,
  }),
  raisesAlarms: fc.boolean(),
  ignores: fc.option(fc.constantFrom(...identifiers), { nil: undefined }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[]): HealthResult[] {
  const one = device([]);
  let minutes = 0;
  return steps.map((step) => {
    minutes += step.minutes;
    one.entries = step.entries?.map(({ identifier, ...more }) => entry(identifier, more)) ?? one.entries;
    one.raisesAlarms = step.raisesAlarms;
    if (step.ignores) one.ignore(step.ignores);
    return one.evaluate(minutes, step.results);
  });
}

describe('whatever checks say', () => {
  it('alarms open and close in turn, and are open exactly while a heeded problem is active', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const open = new Set<string>();
        for (const [index, result] of play(steps).entries()) {
          for (const { identifier } of result.closed) expect(open.delete(identifier)).toBe(true);
          for (const { identifier } of result.opened) {
            expect(open.has(identifier)).toBe(false);
            open.add(identifier);
          }
          const due = result.problems.filter(({ activeSince, isIgnored }) => activeSince && !isIgnored);
          expect([...open].sort()).toEqual(steps[index]?.raisesAlarms ? names(due).sort() : []);
        }
      }),
    );
  });

  it('what is stored by changes and removals is all that there is', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const stored = new Map<string, Problem>();
        for (const { changed, removed, problems } of play(steps)) {
          for (const { identifier } of removed) stored.delete(identifier);
          for (const problem of changed) stored.set(problem.identifier, problem);
          const inOrder = (list: Iterable<Problem>) =>
            [...list]
              .map((each) => ({ ...each, isIgnored: false }))
              .sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
          expect(inOrder(stored.values())).toEqual(inOrder(problems));
        }
      }),
    );
  });

  it('a replay gives the same', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
        expect(play(steps)).toEqual(play(steps));
      }),
    );
  });

  it('nothing is active before its duration is over, and nothing is active that said well', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        for (const [index, { opened, problems }] of play(steps).entries()) {
          for (const { since, activeSince } of opened)
            expect(activeSince?.getTime()).toBeGreaterThanOrEqual(since.getTime());
          const results = steps[index]?.results ?? {};
          for (const { identifier } of problems) expect(results[identifier]).not.toBe(well);
        }
      }),
    );
  });
});
