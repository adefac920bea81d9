import { afterAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { createEvaluator } from './evaluator.ts';
import type { Evaluation, Run } from './run.ts';
import { type DefinitionInput, minuteMs, noon, pointsUpTo, ruleOf, runOf } from './testing/rules.fixture.ts';

const sandbox = createSandbox({ log: createLog('silent'), processes: 1 });
afterAll(() => sandbox.close());
const { evaluate, check } = createEvaluator({ sandbox });

async function only(run: Run): Promise<Evaluation> {
  const [evaluation] = await evaluate([run]);
  if (!evaluation) throw new Error('one run gives one evaluation');
  return evaluation;
}

const temperature = { alias: 'temperature', stateId: 1 };
const transformed = (transformer: string, more: Partial<DefinitionInput['metrics'] & object> = {}) =>
  ruleOf({ metrics: [{ ...temperature, transformer, ...more }] });

describe('metrics', () => {
  const values = [5, 'off', true, null, 2, 8.5];
  const shownBy = async (more: object, points: readonly JsonValue[] = values) => {
    const rule = ruleOf({ metrics: [{ ...temperature, ...more }] });
    const { metrics } = await only(runOf(rule, [pointsUpTo(noon, points)]));
    return metrics[0];
  };

  it('are the newest value without history, whatever the operation', async () => {
    expect(await shownBy({})).toEqual({
      alias: 'temperature',
      value: 8.5,
      at: new Date(noon).toISOString(),
      count: 1,
    });
    expect(await shownBy({ operation: 'sum' })).toMatchObject({ value: 8.5, count: 1 });
    expect(await shownBy({}, [])).toEqual({ alias: 'temperature', value: null, at: null, count: 0 });
  });

  it.each([
    ['none', values],
    ['first', 5],
    ['latest', 8.5],
    ['sum', 16.5],
    ['avg', 4.125],
    ['min', 1],
    ['max', 8.5],
    ['median', 3.5],
    ['count', 6],
    ['diff', 3.5],
  ] as const)('%s works on the values of a window', async (operation, value) => {
    expect(await shownBy({ operation, historyCount: 10 })).toMatchObject({ value, count: 6 });
    const nothing = operation === 'count' ? 0 : null;
    expect(await shownBy({ operation, historyCount: 10 }, [])).toMatchObject({ value: nothing, count: 0 });
  });

  it('leaves out of sums what is no number, and is null where nothing is left', async () => {
    for (const operation of ['sum', 'avg', 'min', 'max', 'median', 'diff']) {
      expect(await shownBy({ operation, historyCount: 10 }, ['a', null])).toMatchObject({ value: null, count: 2 });
    }
  });

  it('cuts by minutes and by count, both of them where both are given', async () => {
    const list = async (more: object) => (await shownBy({ operation: 'none', ...more }))?.value;
    expect(await list({ historyCount: 2 })).toEqual([2, 8.5]);
    // The value of exactly three minutes ago is too old.
    expect(await list({ historyMinutes: 3 })).toEqual([null, 2, 8.5]);
    expect(await list({ historyMinutes: 3, historyCount: 2 })).toEqual([2, 8.5]);
    expect(await list({ historyMinutes: 3, historyCount: 20 })).toEqual([null, 2, 8.5]);
  });

  it('leaves out values from further ahead than clocks may be wrong', async () => {
    const rule = ruleOf({ metrics: [temperature] });
    const points = [
      [noon - 1, 1],
      [noon + 5 * minuteMs, 2],
      [noon + 5 * minuteMs + 1, 3],
    ] as const;
    expect((await only(runOf(rule, [points]))).metrics[0]).toMatchObject({ value: 2 });
    const later = points.slice(2);
    const minutes = ruleOf({ metrics: [{ ...temperature, historyMinutes: 1, operation: 'count' }] });
    expect((await only(runOf(minutes, [later]))).metrics[0]).toMatchObject({ value: 0, count: 0 });
  });

  it('adds without losing digits, whatever the order', async () => {
    const tenths = Array.from({ length: 10 }, () => 0.1);
    expect(await shownBy({ operation: 'sum', historyCount: 10 }, tenths)).toMatchObject({ value: 1 });
    expect(await shownBy({ operation: 'sum', historyCount: 3 }, [1e16, 1, -1e16])).toMatchObject({ value: 1 });
  });

  it('shows no more than a hundred values of a list, but scripts see all', async () => {
    const many = Array.from({ length: 250 }, (_, index) => index);
    const metric = { ...temperature, historyCount: 500 };
    const rule = ruleOf({
      metrics: [metric],
      conditions: { mode: 'script', script: 'return temperature.length === 250' },
    });
    const { metrics, isMet } = await only(runOf(rule, [pointsUpTo(noon, many)]));
    expect(metrics[0]).toMatchObject({ value: many.slice(-100), count: 250 });
    expect(isMet).toBe(true);
  });
});

describe('transformers', () => {
  it('see value, values, alias, state, twin and now, and replace the metric', async () => {
    const rule = transformed('return { value, values, alias, state, twin, isDate: now instanceof Date, now }');
    const { metrics } = await only(runOf(rule, [pointsUpTo(noon, [1, 2])]));
    expect(metrics[0]).toEqual({
      alias: 'temperature',
      input: 2,
      value: {
        value: 2,
        values: [{ value: 2, timestamp: new Date(noon).toISOString() }],
        alias: 'temperature',
        state: { id: 1, key: 'key1', title: 'State 1', unit: '°C' },
        twin: { id: 3, title: 'Boiler', tags: ['hot'], keyValue: { room: 'K1' } },
        isDate: true,
        now: new Date(noon).toISOString(),
      },
      at: new Date(noon).toISOString(),
      count: 1,
    });
  });

  it('get the list of a window, and may answer with nothing', async () => {
    const rule = ruleOf({
      metrics: [
        { ...temperature, historyCount: 5, transformer: 'return value.map((each) => each * 2)' },
        { alias: 'nothing', stateId: 2, transformer: 'value * 2' },
      ],
    });
    const { metrics } = await only(runOf(rule, [pointsUpTo(noon, [1, 2, 3]), pointsUpTo(noon, [1])]));
    expect(metrics.map(({ value, input }) => [value, input])).toEqual([
      [
        [2, 4, 6],
        [1, 2, 3],
      ],
      [null, 1],
    ]);
  });

  it('fail with their alias and line, and the conditions are not asked', async () => {
    const evaluation = await only(runOf(transformed('const x = 1;\nreturn x.y.z'), [pointsUpTo(noon, [1])]));
    expect(evaluation).toMatchObject({ isMet: null, conditions: null, abortedBy: null });
    expect(evaluation.problem).toMatchObject({ code: 'SCRIPT_ERROR', alias: 'temperature', line: 2, isHang: false });
    const syntax = await only(runOf(transformed('return 1;\nreturn )'), [pointsUpTo(noon, [1])]));
    expect(syntax.problem).toMatchObject({ code: 'SCRIPT_ERROR', alias: 'temperature', line: 2 });
    const promise = await only(runOf(transformed('return Promise.resolve(1)'), [pointsUpTo(noon, [1])]));
    expect(promise.problem?.params.reason).toContain('not with a promise');
  });
});

describe('the end before the conditions', () => {
  const rule = ruleOf({
    metrics: [
      { alias: 'a', stateId: 1 },
      { alias: 'b', stateId: 2, abortIfNull: true },
      { alias: 'c', stateId: 3, abortIfNull: true },
    ],
  });

  it('is a metric without a value that must have one', async () => {
    expect(await only(runOf(rule, [[], [], []]))).toMatchObject({ isMet: null, abortedBy: 'b', problem: null });
    expect(await only(runOf(rule, [[], pointsUpTo(noon, [0]), pointsUpTo(noon, [null])]))).toMatchObject({
      abortedBy: 'c',
    });
    expect(await only(runOf(rule, [[], pointsUpTo(noon, [0]), pointsUpTo(noon, [false])]))).toMatchObject({
      isMet: true,
      abortedBy: null,
    });
  });

  it('is what a transformer made of it', async () => {
    const made = transformed('return value > 3 ? value : undefined');
    for (const metric of made.metrics) metric.abortIfNull = true;
    expect(await only(runOf(made, [pointsUpTo(noon, [3])]))).toMatchObject({ abortedBy: 'temperature', isMet: null });
    expect(await only(runOf(made, [pointsUpTo(noon, [4])]))).toMatchObject({ abortedBy: null, isMet: true });
  });

  it('is a state that is deleted', async () => {
    const { problem, isMet } = await only(runOf(rule, [null, [], []]));
    expect(problem).toEqual({
      code: 'RULE_STATE_GONE',
      params: { alias: 'a' },
      alias: 'a',
      line: null,
      isHang: false,
    });
    expect(isMet).toBeNull();
  });
});

describe('script conditions', () => {
  const scripted = (script: string) => ruleOf({ metrics: [temperature], conditions: { mode: 'script', script } });
  const judge = (script: string, value: JsonValue = 30) => only(runOf(scripted(script), [pointsUpTo(noon, [value])]));

  it('know aliases, metrics, twin and now', async () => {
    const script = `return temperature === 30 && metrics.temperature === 30 && twin.keyValue.room === 'K1'
      && now instanceof Date && now.getTime() === ${noon} && Date.now() === ${noon} && +new Date() === ${noon}`;
    expect(await judge(script)).toMatchObject({ isMet: true, problem: null });
  });

  it('are met by what is truthy', async () => {
    expect(await judge('return "yes"')).toMatchObject({ isMet: true });
    for (const nothing of ['return 0', 'return ""', 'return null', '', 'temperature > 3']) {
      expect(await judge(`${nothing}\n`)).toMatchObject({ isMet: false, problem: null });
    }
  });

  it('report what they log, and why they fail', async () => {
    expect((await judge('console.log("warm", temperature); return true')).logs).toEqual(['warm 30']);
    const failed = await judge('\n\nthrow new Error("no")');
    expect(failed).toMatchObject({ isMet: null, problem: { alias: null, line: 3, params: { reason: 'Error: no' } } });
  });

  it('report that they hang, and leave others alone', async () => {
    const hang = scripted('while (temperature > 20);\nreturn true');
    const run = (value: number) => runOf(hang, [pointsUpTo(noon, [value])]);
    const [cold, hot, last] = await evaluate([run(10), run(30), run(11)]);
    expect(cold).toMatchObject({ isMet: true, problem: null });
    expect(hot).toMatchObject({ isMet: null, problem: { code: 'SCRIPT_TIMEOUT', isHang: true, alias: null } });
    expect(last).toMatchObject({ isMet: true, problem: null });
  });

  it('keep nothing between two runs, and change nothing of the twin', async () => {
    const rule = scripted('twin.title = "x"; twin.tags.push; total = (globalThis.total ?? 0) + 1; return total === 1');
    const runs = Array.from({ length: 3 }, () => runOf(rule, [pointsUpTo(noon, [1])]));
    expect((await evaluate(runs)).map(({ isMet }) => isMet)).toEqual([true, true, true]);
  });

  it('have the same chance at the same time', async () => {
    const rule = ruleOf({ metrics: [{ ...temperature, transformer: 'return Math.random()' }] });
    const run = (atMs: number) => runOf(rule, [pointsUpTo(noon, [1])], { atMs });
    const values = (await evaluate([run(noon), run(noon), run(noon + 1)])).map(({ metrics }) => metrics[0]?.value);
    expect(values[0]).toBe(values[1]);
    expect(values[0]).not.toBe(values[2]);
    expect(values[0]).toBeGreaterThanOrEqual(0);
    expect(values[0]).toBeLessThan(1);
  });
});

describe('tests with values that are given', () => {
  it('takes them in place of operation and transformer, even where the state is gone', async () => {
    const rule = ruleOf({
      metrics: [
        { ...temperature, transformer: 'throw 1', abortIfNull: true },
        { alias: 'other', stateId: 2 },
      ],
      conditions: { mode: 'tree', tree: { op: 'when', metric: 'temperature', cmp: 'gt', value: { metric: 'other' } } },
    });
    const evaluation = await only(runOf(rule, [null, pointsUpTo(noon, [4])], { values: { temperature: 5 } }));
    expect(evaluation).toMatchObject({ isMet: true, problem: null, conditions: { left: 5, right: 4, isMet: true } });
    expect(evaluation.metrics[0]).toEqual({ alias: 'temperature', value: 5, at: null, count: 0 });
    expect(await only(runOf(rule, [null, []], { values: { temperature: null } }))).toMatchObject({
      abortedBy: 'temperature',
    });
  });
});

describe('checking scripts', () => {
  it('names the first that cannot run', async () => {
    const definition = ruleOf({ metrics: [temperature] }).definition;
    expect(await check(definition, 1)).toBeNull();
    const [metric] = definition.metrics;
    if (!metric) throw new Error('there is one');
    expect(await check({ ...definition, metrics: [{ ...metric, transformer: 'return 1;\nreturn (' }] }, 1)).toEqual({
      alias: 'temperature',
      reason: expect.stringMatching(/^line [23]: SyntaxError/),
    });
    expect(await check({ ...definition, conditions: { mode: 'script', script: 'const temperature = 1' } }, 1)).toEqual({
      alias: null,
      reason: expect.stringContaining('temperature'),
    });
    // A script that closes the function around it would run outside of any call.
    expect(await check({ ...definition, conditions: { mode: 'script', script: '} ; { ' } }, 1)).toMatchObject({
      alias: null,
    });
  });
});
