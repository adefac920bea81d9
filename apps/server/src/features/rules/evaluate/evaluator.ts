import type { RuleDefinition } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { withinBudget } from '../../../platform/clock/work-budget.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { Script, ScriptInput, ScriptResult } from '../../../platform/sandbox/script.ts';
import { type GuestInput, plainScript } from './guest-script.ts';
import { type MetricPoints, metricValue, windowOf } from './metric.ts';
import { problemOf, stateGone, unreadable } from './problem.ts';
import type { CompiledMetric } from './rule.ts';
import type { Evaluation, Run, RunProblem } from './run.ts';
import { truncated } from './truncate-value.ts';

/** After this many hung calls the rest of a batch is not run, so that others don't wait for it. */
const maxHung = 3;

interface Metric {
  metric: CompiledMetric;
  window: MetricPoints;
  input: JsonValue;
  value: JsonValue;
  problem: RunProblem | null;
  isGiven: boolean;
}

interface Work {
  run: Run;
  metrics: Metric[];
  isMet: boolean | null;
  conditions: JudgedNode | null;
  problem: RunProblem | null;
  abortedBy: string | null;
  logs: string[];
  scriptMs: number;
}

function metricOf(metric: CompiledMetric, { atMs, inputs, nowMs, values }: Run, place: number): Metric {
  const { alias } = metric;
  const isGiven = values !== undefined && Object.hasOwn(values, alias);
  const points = inputs[place] ?? null;
  const window = points === null ? [] : windowOf(metric, points, nowMs?.[place] ?? atMs);
  const value = isGiven ? (values[alias] ?? null) : metricValue(metric, window);
  const problem = points === null && !isGiven ? stateGone(alias) : null;
  return { metric, window, input: value, value, problem, isGiven };
}

const workOf = (run: Run): Work => ({
  run,
  metrics: run.rule.metrics.map((metric, place) => metricOf(metric, run, place)),
  isMet: null,
  conditions: null,
  problem: null,
  abortedBy: null,
  logs: [],
  scriptMs: 0,
});

function isListOf(metric: CompiledMetric, value: JsonValue): boolean {
  return metric.operation === 'none' && (metric.historyMinutes ?? metric.historyCount) !== null && Array.isArray(value);
}

function transformerInput({ metric, window, value }: Metric, { rule, atMs }: Run): GuestInput {
  const isList = isListOf(metric, value);
  const points = isList || metric.usesValues ? window : null;
  return {
    atMs: [atMs],
    columns: [
      {
        values: isList ? null : [value],
        window: points && {
          times: metric.usesValues ? points.map(([at]) => at) : null,
          points: points.map(([, each]) => each),
          from: [0],
          to: [points.length],
        },
      },
    ],
    twin: rule.twin,
    alias: metric.alias,
    state: metric.state,
  };
}

const conditionInput = ({ run, metrics }: Work): GuestInput => ({
  atMs: [run.atMs],
  columns: metrics.map(({ value }) => ({ values: [value], window: null })),
  twin: run.rule.twin,
});

/** The author's script could break out of our wrapper, so its result is validated like any input. */
function answerOf(value: unknown): { said: JsonValue } | undefined {
  const values = typeof value === 'object' && value !== null ? (value as { values?: unknown }).values : undefined;
  // The result left the sandbox as JSON, so the cast is safe.
  return Array.isArray(values) && values.length === 1 ? { said: values[0] as JsonValue } : undefined;
}

interface Call {
  work: Work;
  alias: string | null;
  script: Script;
  input: GuestInput;
  onValue(value: JsonValue): void;
  onProblem(problem: RunProblem): void;
}

function take({ work, alias, onValue, onProblem }: Call, result: ScriptResult | undefined): void {
  work.scriptMs += result?.durationMs ?? 0;
  work.logs.push(...(result?.logs ?? []).map(({ text }) => text));
  const answer = result?.ok ? answerOf(result.value) : undefined;
  if (answer) onValue(answer.said);
  else onProblem(result && !result.ok ? problemOf(result, alias) : unreadable(alias));
}

/** The first metric with a problem, or without a required value, ends the evaluation. */
function checkMetrics(work: Work): void {
  for (const { metric, value, problem } of work.metrics) {
    work.problem = problem;
    if (problem === null && metric.abortIfNull && value === null) work.abortedBy = metric.alias;
    if (work.problem || work.abortedBy) return;
  }
}

function evaluateTree(work: Work): void {
  work.conditions = work.run.rule.tree?.explain(work.metrics.map(({ value }) => value)) ?? null;
  work.isMet = work.conditions?.isMet ?? true;
}

function evaluationOf(work: Work, ownMs: number): Evaluation {
  const { isMet, conditions, problem, abortedBy, logs } = work;
  return {
    isMet,
    metrics: work.metrics.map(({ metric, window, input, value, isGiven }) => {
      const at = window.at(-1)?.[0];
      return {
        alias: metric.alias,
        value: truncated(value),
        ...(metric.script && !isGiven ? { input: truncated(input) } : {}),
        at: at === undefined || isGiven ? null : new Date(at).toISOString(),
        count: isGiven ? 0 : window.length,
      };
    }),
    conditions,
    values: () => work.metrics.map(({ value }) => value),
    abortedBy,
    problem,
    logs,
    durationMs: Math.round((work.scriptMs + ownMs) * 1_000) / 1_000,
  };
}

export interface Evaluator {
  /** One evaluation per run, in the same order. Has no side effects. */
  evaluate(runs: readonly Run[]): Promise<Evaluation[]>;
  /** The reason why a script of the definition does not compile; null if all do. */
  check(definition: RuleDefinition, accountId: number): Promise<{ alias: string | null; reason: string } | null>;
  sandbox: Sandbox;
}

export function createEvaluator({ sandbox }: { sandbox: Sandbox }): Evaluator {
  async function callAll(calls: readonly Call[]): Promise<void> {
    const groups = Map.groupBy(calls, ({ script }) => script);
    await Promise.all(
      [...groups].map(async ([script, own]) => {
        const inputs = own.map(({ work, input }): ScriptInput => {
          const { atMs, rule } = work.run;
          return { args: { $input: input }, nowMs: atMs, seed: 0, accountId: rule.accountId };
        });
        const results = await withinBudget(sandbox.runBatch(script, inputs, { maxHung }));
        for (const [place, call] of own.entries()) take(call, results[place]);
      }),
    );
  }

  const transformerCalls = (work: Work): Call[] =>
    work.metrics.flatMap((own) => {
      const { alias, script } = own.metric;
      if (!script || own.isGiven || own.problem) return [];
      const onValue = (value: JsonValue) => {
        own.value = value;
      };
      const onProblem = (problem: RunProblem) => {
        own.problem = problem;
      };
      return [{ work, alias, script, input: transformerInput(own, work.run), onValue, onProblem }];
    });

  function conditionCalls(work: Work): Call[] {
    const { script } = work.run.rule;
    if (!script) return [];
    const onValue = (value: JsonValue) => {
      work.isMet = value === 1;
    };
    const onProblem = (problem: RunProblem) => {
      work.problem = problem;
    };
    return [{ work, alias: null, script, input: conditionInput(work), onValue, onProblem }];
  }

  return {
    sandbox,

    async evaluate(runs) {
      const startedMs = performance.now();
      const works = runs.map(workOf);
      await callAll(works.flatMap(transformerCalls));
      for (const work of works) checkMetrics(work);
      const open = works.filter(({ problem, abortedBy }) => !problem && !abortedBy);
      await callAll(open.flatMap(conditionCalls));
      for (const work of open) if (!work.run.rule.script) evaluateTree(work);
      const hasScripts = works.some(({ scriptMs }) => scriptMs > 0);
      const ownMs = hasScripts ? 0 : (performance.now() - startedMs) / works.length;
      return works.map((work) => evaluationOf(work, ownMs));
    },

    async check({ metrics, conditions }, accountId) {
      const aliases = metrics.map(({ alias }) => alias);
      const scripts = metrics
        .filter(({ transformer }) => transformer.trim() !== '')
        .map(({ alias, transformer }) => ({ alias: alias as string | null, script: plainScript(transformer, null) }));
      if (conditions.mode === 'script') {
        scripts.push({ alias: null, script: plainScript(conditions.script, aliases) });
      }
      for (const { alias, script } of scripts) {
        const result = await sandbox.check(script, accountId);
        if (result.ok) continue;
        const { params, line } = problemOf(result, alias);
        const reason = String(params.reason ?? result.code);
        return { alias, reason: line ? `line ${line}: ${reason}` : reason };
      }
      return null;
    },
  };
}
