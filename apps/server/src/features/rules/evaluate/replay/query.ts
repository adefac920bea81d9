import type { Sandbox } from '../../../../platform/sandbox/sandbox.ts';
import type { Script, ScriptResult } from '../../../../platform/sandbox/script.ts';
import type { GuestAnswer, GuestInput } from '../guest-script.ts';
import { problemOf, unreadable } from '../problem.ts';
import type { RunProblem } from '../run.ts';

/** The results of a script for the evaluations of a block. */
export interface Answers {
  values: unknown[];
  /** Indexes of the evaluations for which the script failed. */
  failed: Set<number>;
  /** Number of evaluations that the script ran for; less than all if it was aborted for good. */
  asked: number;
}

interface Question {
  script: Script;
  alias: string | null;
  count: number;
  inputOf(from: number, to: number): GuestInput;
}

/** Target duration of a call: long enough to save round trips, and far below the time limit. */
const wantedMs = 40;
const [leastEvents, mostEvents] = [16, 8_192];
/** After this many hung calls the script is not run any more. */
const maxHung = 3;

/** The author's script could break out of our wrapper, so its result is validated like any input. */
function answerOf(result: ScriptResult, count: number): GuestAnswer | undefined {
  if (!result.ok || typeof result.value !== 'object' || result.value === null) return undefined;
  const { values, failed } = result.value as Partial<GuestAnswer>;
  if (!Array.isArray(values) || values.length !== count || !Array.isArray(failed)) return undefined;
  return failed.every((place) => Number.isInteger(place)) ? { values, failed } : undefined;
}

/** The range in which a call was stopped, by the marks in its log; undefined if unknown. */
function stuckAt({ logs }: ScriptResult, count: number): [number, number] | undefined {
  const mark = logs.at(-1)?.text;
  if (mark === undefined || !/^\d+$/.test(mark) || Number(mark) >= count) return undefined;
  return [Number(mark), Math.min(count, Number(mark) + Math.ceil(count / 90))];
}

interface QueryOptions {
  sandbox: Sandbox;
  accountId: number;
  signal: AbortSignal | undefined;
}

/** Runs scripts for many evaluations in one call, and isolates those that fail or hang. */
export function createQuery({ sandbox, accountId, signal }: QueryOptions) {
  let eventsAtOnce = 512;
  let hung = 0;
  let problem: RunProblem | null = null;

  async function call({ script, inputOf }: Question, from: number, to: number): Promise<ScriptResult> {
    signal?.throwIfAborted();
    const input = inputOf(from, to);
    return sandbox.run({ script, args: { $input: input }, nowMs: input.atMs[0] ?? 0, seed: 0, accountId });
  }

  function pace(count: number, durationMs: number) {
    const fitting = Math.floor((count * wantedMs) / Math.max(durationMs, 1));
    eventsAtOnce = Math.max(leastEvents, Math.min(mostEvents, fitting, count * 4));
  }

  function blame(result: ScriptResult, alias: string | null) {
    const found = result.ok ? unreadable(alias) : problemOf(result, alias);
    problem ??= found;
    if (found.isHang) hung += 1;
  }

  /** Runs the first of several failed evaluations alone, to learn the reason. */
  async function explain(question: Question, place: number): Promise<void> {
    if (problem) return;
    const result = await call(question, place, place + 1);
    if (!answerOf(result, 1)) blame(result, question.alias);
  }

  function partsOf(result: ScriptResult, from: number, to: number): [number, number][] {
    const [first, last] = stuckAt(result, to - from) ?? [0, 0];
    const isFound = last > first && last - first < to - from;
    const half = Math.ceil((to - from) / 2);
    const edges = isFound ? [0, first, last, to - from] : [0, half, to - from];
    return edges.slice(1).map((edge, index) => [from + (edges[index] ?? 0), from + edge]);
  }

  async function askPart(question: Question, answers: Answers, from: number, to: number): Promise<void> {
    if (from >= to || hung >= maxHung) return;
    const result = await call(question, from, to);
    const answer = answerOf(result, to - from);
    if (answer) {
      answers.asked = to;
      pace(to - from, result.durationMs);
      for (const [index, value] of answer.values.entries()) answers.values[from + index] = value;
      for (const place of answer.failed) answers.failed.add(from + place);
      if (answer.failed.length > 0) await explain(question, from + (answer.failed[0] ?? 0));
      return;
    }
    if (to - from === 1) {
      blame(result, question.alias);
      answers.failed.add(from);
      answers.asked = to;
      return;
    }
    eventsAtOnce = Math.max(leastEvents, Math.floor((to - from) / 4));
    for (const [start, end] of partsOf(result, from, to)) await askPart(question, answers, start, end);
  }

  return {
    /** Recommended number of evaluations per block. */
    size: () => eventsAtOnce,
    problem: () => problem,
    isGivenUp: () => hung >= maxHung,

    async ask(question: Question): Promise<Answers> {
      const answers: Answers = { values: new Array<unknown>(question.count).fill(null), failed: new Set(), asked: 0 };
      await askPart(question, answers, 0, question.count);
      return answers;
    },
  };
}

export type Query = ReturnType<typeof createQuery>;
