import { describe, expect, it } from 'vitest';
import { day, everything, ruleWith, useReplay } from './testing/replay.fixture.ts';

const { replay, stateWith } = useReplay();

describe('scripts that fail', () => {
  const scripted = async (script: string, count: number) => {
    const series = await stateWith(Array.from({ length: count }, (_, index) => [day + index * 1_000, index] as const));
    return ruleWith([series], {
      metrics: [{ alias: 'a', stateId: series }],
      conditions: { mode: 'script', script },
    });
  };

  it('are counted, and the first failure is reported with its line', async () => {
    const rule = await scripted('if (a % 10 === 3)\n  throw new Error("no " + a);\nreturn a % 2', 3_000);
    const result = await replay(rule, everything);
    expect(result.results).toMatchObject({ executed: 1_200, notMet: 1_500, error: 300 });
    expect(result.problem).toEqual({
      code: 'SCRIPT_ERROR',
      params: { reason: 'Error: no 3' },
      alias: null,
      line: 2,
      isHang: false,
    });
  });

  it('are found out among thousands when they hang, and given up when they do it again and again', async () => {
    const once = await replay(await scripted('while (a === 1777);\nreturn true', 3_000), everything);
    expect(once.results).toMatchObject({ executed: 2_999, error: 1 });
    expect(once).toMatchObject({ isCut: true, problem: { code: 'SCRIPT_TIMEOUT', isHang: true } });
    const often = await replay(await scripted('while (a >= 700);\nreturn true', 3_000), everything);
    expect(often.results).toMatchObject({ executed: 700, error: 3 });
    expect(often).toMatchObject({ isCut: true, to: new Date(day + 703_000).toISOString() });
    expect(often.spans).toEqual([{ from: new Date(day).toISOString(), to: often.to }]);
  }, 60_000);

  it('are not asked any further once nobody waits for the answer', async () => {
    const rule = await scripted('return true', 100);
    await expect(replay(rule, { ...everything, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('do not come to it where a state is gone', async () => {
    const series = await stateWith([[day, 1]]);
    const rule = ruleWith([series], {
      metrics: [
        { alias: 'a', stateId: series },
        { alias: 'gone', stateId: 999_999 },
      ],
    });
    const result = await replay(rule, everything);
    expect(result.results).toMatchObject({ error: 1, executed: 0 });
    expect(result.problem).toMatchObject({ code: 'RULE_STATE_GONE', params: { alias: 'gone' } });
  });
});
