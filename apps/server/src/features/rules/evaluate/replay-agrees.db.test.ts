import { fireModes, metricOperations, type RuleResult } from '@stellwerk/contract/rule';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../../../platform/history/history.ts';
import { deadlineOf, decide, noMemory } from './decide.ts';
import { isOpen } from './execution-window.ts';
import type { MetricPoints } from './metric.ts';
import type { CompiledRule } from './rule.ts';
import type { Evaluation, Run } from './run.ts';
import { day, everything, ruleWith, useReplay } from './testing/replay.fixture.ts';
import { type DefinitionInput, minuteMs } from './testing/rules.fixture.ts';

const { evaluator, replay, stateWith } = useReplay();

interface Told {
  at: string;
  result: RuleResult;
  trigger: RunTrigger;
  metrics: Record<string, unknown>;
}

/** The live result: each moment by itself, with the values known at that time. */
async function lived(rule: CompiledRule, points: ReadonlyMap<number, MetricPoints>, inBatches: boolean) {
  const inputsAt = (atMs: number) =>
    rule.metrics.map(({ stateId }) => (points.get(stateId) ?? []).filter(([at]) => at <= atMs));
  const moments = [...points.values()].flatMap((own) => own.map(([at]) => at)).filter((at) => at >= everything.from);
  const runs = [...new Set(moments)]
    .sort((a, b) => a - b)
    .map((atMs): Run => {
      const aliases = rule.metrics
        .filter(({ stateId }) => points.get(stateId)?.some(([at]) => at === atMs))
        .map(({ alias }) => alias);
      return { rule, atMs, trigger: { kind: 'value', aliases }, inputs: inputsAt(atMs) };
    });
  const { executionWindows } = rule.definition;
  const open = runs.filter(({ atMs }) => isOpen(executionWindows, atMs));
  const evaluations = inBatches
    ? await evaluator().evaluate(open)
    : (await Promise.all(open.map((run) => evaluator().evaluate([run])))).flat();
  let memory = noMemory;
  const told: Told[] = [];
  function take({ atMs, trigger }: Run, evaluation: Evaluation | undefined) {
    if (!evaluation) throw new Error('each run has an evaluation');
    const decision = decide(rule, memory, evaluation, { atMs, trigger: trigger.kind });
    memory = decision.memory;
    const metrics = Object.fromEntries(evaluation.metrics.map(({ alias, value }) => [alias, value]));
    told.push({ at: new Date(atMs).toISOString(), result: decision.result, trigger, metrics });
  }
  /** The scheduler wakes the rule when its conditions have been true for long enough. */
  async function wakeBefore(untilMs: number) {
    const atMs = deadlineOf(rule.definition, memory.phase);
    if (
      atMs === null ||
      atMs >= untilMs ||
      atMs <= Date.parse(told.at(-1)?.at ?? '') ||
      !isOpen(executionWindows, atMs)
    ) {
      return;
    }
    const run: Run = { rule, atMs, trigger: { kind: 'lasted' }, inputs: inputsAt(atMs) };
    take(run, (await evaluator().evaluate([run]))[0]);
  }
  for (const [index, run] of open.entries()) {
    await wakeBefore(run.atMs);
    take(run, evaluations[index]);
  }
  await wakeBefore(everything.to);
  return { told, outside: runs.length - open.length };
}

const countOf = (told: readonly Told[], result: RuleResult) => told.filter((each) => each.result === result).length;

const decimals = fc.integer({ min: 0, max: 100 }).map((value) => value / 10);
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: decimals },
  fc.constantFrom<JsonValue>(null, true, 'off', '7', [3]),
);
const anyPoints = fc.uniqueArray(fc.tuple(fc.integer({ min: -90, max: 240 }), anyValue), {
  selector: ([minute]) => minute,
  maxLength: 25,
});
const anyMetric = fc.record({
  operation: fc.constantFrom(...metricOperations),
  historyMinutes: fc.option(fc.integer({ min: 1, max: 90 })),
  historyCount: fc.option(fc.integer({ min: 1, max: 12 })),
  transformer: fc.constantFrom<string>(
    '',
    '',
    'return Array.isArray(value) ? value.length + values.length : value',
    'if (value === "off") throw new Error("off"); return value === null ? null : Number(value) + now.getUTCMinutes() / 60',
    'return values.length ? Date.parse(values[0].timestamp) % 977 + Math.random() : undefined',
  ),
  abortIfNull: fc.boolean(),
});
type Metric = typeof anyMetric extends fc.Arbitrary<infer T> ? T : never;
const anyConditions = fc.constantFrom<DefinitionInput['conditions']>(
  { mode: 'always' },
  {
    mode: 'tree',
    tree: {
      op: 'or',
      children: [
        { op: 'when', metric: 'a', cmp: 'gt', value: 5 },
        { op: 'when', metric: 'b', cmp: 'lte', value: { metric: 'a' } },
        { op: 'not', child: { op: 'when', metric: 'c', cmp: 'not', value: null } },
      ],
    },
  },
  {
    mode: 'tree',
    tree: {
      op: 'and',
      children: [
        { op: 'when', metric: 'a', cmp: 'gte', value: 5, hysteresis: 3 },
        { op: 'when', metric: 'b', cmp: 'lt', value: { metric: 'a' }, hysteresis: 2 },
      ],
    },
  },
  { mode: 'tree', tree: { op: 'when', metric: 'a', cmp: 'gt', value: 5, hysteresis: 4 } },
  { mode: 'script', script: 'return (a > 5 && metrics.b !== null) || new Date().getUTCMinutes() > 40' },
  { mode: 'script', script: 'if (a === 0) throw new Error("zero"); return JSON.stringify([b, c]).length % 2' },
);

/** The first metric aborts the evaluation before the transformer of the last one fails, so there is no error. */
const endedBeforeItFails: [Metric, Metric, Metric] = [
  { operation: 'avg', historyMinutes: null, historyCount: 1, transformer: '', abortIfNull: true },
  { operation: 'none', historyMinutes: null, historyCount: null, transformer: '', abortIfNull: false },
  { operation: 'none', historyMinutes: null, historyCount: null, transformer: 'throw new Error()', abortIfNull: false },
];

it('a replay decides as it was decided live, one by one and in batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyPoints, anyPoints),
      fc.tuple(anyMetric, anyMetric, anyMetric),
      anyConditions,
      fc.constantFrom(0, 0.5, 2),
      fc.boolean(),
      fc.record({ fireOn: fc.constantFrom(...fireModes), forMinutes: fc.constantFrom(0, 0, 1, 20) }),
      async (samples, metrics, conditions, throttleHours, hasWindow, firing) => {
        const points = new Map<number, MetricPoints>();
        for (const sample of samples) {
          const own: MetricPoints = sample
            .map(([minute, value]) => [day + minute * minuteMs, value] as const)
            .sort(([a], [b]) => a - b);
          points.set(await stateWith(own), own);
        }
        const [first = 0, second = 0] = [...points.keys()];
        const rule = ruleWith([first, second], {
          // Two metrics of one state, one of the other.
          metrics: metrics.map((metric, index) => ({
            ...metric,
            alias: 'abc'[index] ?? '',
            stateId: index === 1 ? second : first,
          })),
          conditions,
          ...firing,
          throttleHours,
          executionWindows: hasWindow ? [{ weekdays: [5, 6], from: '01:00', to: '03:30', zone: 'Europe/Berlin' }] : [],
          commands: [{ type: 'mail' }, { type: 'mail' }, { type: 'webhook' }],
        });
        const single = await lived(rule, points, false);
        expect(await lived(rule, points, true)).toEqual(single);
        const { told, outside } = single;
        const result = await replay(rule, everything);
        const executed = countOf(told, 'executed');
        expect(result.results).toEqual({
          executed,
          throttled: countOf(told, 'throttled'),
          met: countOf(told, 'met'),
          pending: countOf(told, 'pending'),
          notMet: countOf(told, 'notMet'),
          aborted: countOf(told, 'aborted'),
          error: countOf(told, 'error'),
          outside,
        });
        expect(result.evaluations).toBe(told.length + outside);
        expect(result.marks).toEqual(told.filter((each) => ['executed', 'throttled'].includes(each.result)));
        expect(result.commands).toEqual(executed > 0 ? { mail: 2 * executed, webhook: executed } : {});
        expect(result.problem === null).toBe(countOf(told, 'error') === 0);
        expect(result).toMatchObject({ isCut: false, from: new Date(everything.from).toISOString() });
        expect({ ...(await replay(rule, everything)), durationMs: 0 }).toEqual({ ...result, durationMs: 0 });
      },
    ),
    {
      numRuns: 80,
      examples: [
        [[[[0, 'off']], []], endedBeforeItFails, { mode: 'always' }, 0, false, { fireOn: 'every', forMinutes: 0 }],
      ],
    },
  );
}, 300_000);
