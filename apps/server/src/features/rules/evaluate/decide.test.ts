import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { noon, ruleOf } from './testing/rules.fixture.ts';

const hourMs = 3_600_000;
const met = { isMet: true, abortedBy: null, problem: null };
const rule = (throttleHours: number) => ruleOf({ throttleHours });
const after = (throttleHours: number, sinceMs: number | null) =>
  decide(rule(throttleHours), { lastExecutedAtMs: sinceMs === null ? null : noon - sinceMs }, met, noon).result;

describe('what an evaluation comes to', () => {
  it('is reported at its end', () => {
    const memory = { lastExecutedAtMs: 5 };
    const problem = { code: 'SCRIPT_ERROR', params: {}, alias: null, line: null, isHang: false };
    expect(decide(rule(0), memory, { isMet: null, abortedBy: null, problem }, noon)).toEqual({
      result: 'error',
      memory,
    });
    expect(decide(rule(0), memory, { isMet: null, abortedBy: 'a', problem: null }, noon)).toEqual({
      result: 'aborted',
      memory,
    });
    expect(decide(rule(0), memory, { ...met, isMet: false }, noon)).toEqual({ result: 'notMet', memory });
    expect(decide(rule(0), memory, met, noon)).toEqual({ result: 'executed', memory: { lastExecutedAtMs: noon } });
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
        let memory = { lastExecutedAtMs: null as number | null };
        let atMs = noon;
        for (const gap of gaps) {
          atMs += gap;
          const before = memory.lastExecutedAtMs;
          const decision = decide(rule(throttleHours), memory, met, atMs);
          const isDue = before === null || atMs - before >= throttleHours * hourMs;
          expect(decision.result).toBe(isDue ? 'executed' : 'throttled');
          memory = decision.memory;
        }
      }),
    );
  });
});
