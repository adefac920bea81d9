import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decidable, deadlineOf, decide, noMemory, type RuleMemory } from './decide.ts';
import { type DefinitionInput, minuteMs, noon, ruleOf } from './testing/rules.fixture.ts';

const hourMs = 3_600_000;
const met: Decidable = { isMet: true, abortedBy: null, problem: null, conditions: null, values: () => [] };
const notMet: Decidable = { ...met, isMet: false };
const rule = (throttleHours: number) => ruleOf({ throttleHours });
const now = { atMs: noon, trigger: 'value' } as const;
const executedAt = (lastExecutedAtMs: number | null): RuleMemory => ({ ...noMemory, lastExecutedAtMs });
const after = (throttleHours: number, sinceMs: number | null) =>
  decide(rule(throttleHours), executedAt(sinceMs === null ? null : noon - sinceMs), met, now).result;

const above: DefinitionInput = {
  metrics: [{ alias: 'a', stateId: 1 }],
  conditions: { mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'gt', value: 25 } },
};

/** The results of evaluations one minute apart; a string is a trigger other than a value. */
function resultsOf(definition: DefinitionInput, values: readonly number[], trigger: 'value' | 'saved' = 'value') {
  const own = ruleOf({ ...above, ...definition });
  let memory = noMemory;
  return values.map((value, minute) => {
    const evaluation = { ...met, isMet: own.tree?.isMet([value]) ?? true, values: () => [value] };
    const decision = decide(own, memory, evaluation, { atMs: noon + minute * minuteMs, trigger });
    memory = decision.memory;
    return decision.result;
  });
}

describe('what an evaluation comes to', () => {
  it('is reported at its end', () => {
    const memory = executedAt(5);
    const problem = { code: 'SCRIPT_ERROR', params: {}, alias: null, line: null, isHang: false };
    expect(decide(rule(0), memory, { ...met, isMet: null, problem }, now)).toMatchObject({ result: 'error', memory });
    expect(decide(rule(0), memory, { ...met, isMet: null, abortedBy: 'a' }, now)).toMatchObject({
      ...{ result: 'aborted', memory, isOn: null },
    });
    expect(decide(rule(0), memory, notMet, now)).toMatchObject({ result: 'notMet', memory, isOn: false });
    expect(decide(rule(0), memory, met, now)).toMatchObject({
      ...{ result: 'executed', isOn: true, memory: { lastExecutedAtMs: noon } },
    });
  });

  it('waits for the whole pause after an execution, fractions of hours included', () => {
    expect(after(1, null)).toBe('executed');
    expect(after(1, 0)).toBe('throttled');
    expect(after(1, hourMs - 1)).toBe('throttled');
    expect(after(1, hourMs)).toBe('executed');
    expect(after(0.25, hourMs / 4 - 1)).toBe('throttled');
    expect(after(0.25, hourMs / 4)).toBe('executed');
    expect(after(0, 0)).toBe('executed');
  });

  it('neither fires early nor stays silent for ever when the clock was set back', () => {
    expect(after(2, -hourMs)).toBe('throttled');
    expect(after(2, -2 * hourMs)).toBe('throttled');
    expect(after(2, -2 * hourMs - 1)).toBe('executed');
    expect(after(2, -10_000 * hourMs)).toBe('executed');
  });

  it('never executes twice within the pause, and always once it is over', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 5 * hourMs }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 8 }), (gaps, throttleHours) => {
        let memory = noMemory;
        let atMs = noon;
        for (const gap of gaps) {
          atMs += gap;
          const before = memory.lastExecutedAtMs;
          const decision = decide(rule(throttleHours), memory, met, { atMs, trigger: 'value' });
          const isDue = before === null || atMs - before >= throttleHours * hourMs;
          expect(decision.result).toBe(isDue ? 'executed' : 'throttled');
          memory = decision.memory;
        }
      }),
    );
  });
});

describe('when commands are sent', () => {
  const values = [20, 26, 27, 24, 28, 20];

  it('is at each value with true conditions, unless the rule says otherwise', () => {
    expect(resultsOf({}, values)).toEqual(['notMet', 'executed', 'executed', 'notMet', 'executed', 'notMet']);
  });

  it('is once per change', () => {
    expect(resultsOf({ fireOn: 'change' }, values)).toEqual([
      ...['notMet', 'executed', 'met', 'notMet', 'executed', 'notMet'],
    ]);
    expect(resultsOf({ fireOn: 'cleared' }, values)).toEqual(['notMet', 'met', 'met', 'executed', 'met', 'executed']);
  });

  it('is at each trigger of a rule without conditions', () => {
    expect(resultsOf({ fireOn: 'change', conditions: { mode: 'always' } }, [1, 2])).toEqual(['executed', 'executed']);
  });

  it('is not at saving for rules that act on every value', () => {
    expect(resultsOf({}, [26], 'saved')).toEqual(['met']);
    expect(resultsOf({ fireOn: 'change' }, [26], 'saved')).toEqual(['executed']);
  });

  it('is only after the conditions have lasted', () => {
    const lasting = { fireOn: 'change', forMinutes: 2 } as const;
    expect(resultsOf(lasting, [26, 26, 20, 26, 26, 26, 26])).toEqual([
      ...['pending', 'pending', 'notMet', 'pending', 'pending', 'executed', 'met'],
    ]);
    expect(resultsOf({ ...lasting, fireOn: 'cleared' }, [26, 20, 26, 26, 26, 20])).toEqual([
      ...['pending', 'notMet', 'pending', 'pending', 'met', 'executed'],
    ]);
  });

  it('is not repeated while a value moves within the hysteresis', () => {
    const tree = { op: 'when', metric: 'a', cmp: 'gt', value: 25, hysteresis: 2 } as const;
    const own = { fireOn: 'change', conditions: { mode: 'tree', tree } } as const;
    expect(resultsOf(own, [24, 26, 24, 23.5, 23, 24, 26])).toEqual([
      ...['notMet', 'executed', 'met', 'met', 'notMet', 'notMet', 'executed'],
    ]);
  });
});

describe('conditions that have to last', () => {
  const { definition } = ruleOf({ ...above, forMinutes: 10 });

  it('are due at the end of their time, and not any more once they have lasted', () => {
    expect(deadlineOf(definition, { held: [], sinceMs: noon, isOn: false })).toBe(noon + 10 * minuteMs);
    expect(deadlineOf(definition, { held: [], sinceMs: noon, isOn: true })).toBeNull();
    expect(deadlineOf(definition, noMemory.phase)).toBeNull();
  });

  it('stay true when the clock is set back', () => {
    const own = ruleOf({ ...above, fireOn: 'change', forMinutes: 10 });
    const on = { lastExecutedAtMs: null, phase: { held: [], sinceMs: noon, isOn: true } };
    expect(decide(own, on, met, { atMs: noon - hourMs, trigger: 'value' })).toMatchObject({
      result: 'met',
      isOn: true,
    });
  });
});
