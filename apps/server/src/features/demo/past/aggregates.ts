import type { HistoryPoint, JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { aggregateValue, fitValue, hasTransformer, newestOf, outcomeOf, runTransformers } from '../../states/index.ts';
import type { ComputedState } from '../demo.store.ts';

interface Known {
  at: number;
  value: JsonValue;
}

/** Values of each state in the order of time. */
export type Courses = Map<number, Known[]>;

const stepMs = 900_000;
/** Number of script calls that fit into one message to the sandbox process. */
const callsAtOnce = 5_000;

export const sourcesOf = ({ config }: ComputedState): readonly number[] =>
  config.source === 'aggregate' || config.source === 'virtual-device-aggregate' ? config.stateIds : [];

/** Sorts computed states into levels, sources first. */
export function byLevel(computed: readonly ComputedState[]): ComputedState[][] {
  const left = new Map(computed.filter((state) => sourcesOf(state).length > 0).map((state) => [state.id, state]));
  const levels: ComputedState[][] = [];
  while (left.size > 0) {
    const level = [...left.values()].filter((state) => !sourcesOf(state).some((id) => left.has(id)));
    if (level.length === 0) throw new Error('states of the demo world are computed from one another in a circle');
    for (const { id } of level) left.delete(id);
    levels.push(level);
  }
  return levels;
}

interface Asked {
  state: ComputedState;
  at: number;
  values: JsonValue[];
}

/** Values of a state's sources at each step; steps without a new value are skipped. */
function stepsOf(state: ComputedState, courses: Courses, before: ReadonlyMap<number, Known>, span: [number, number]) {
  const sources = sourcesOf(state).map((id) => ({ known: before.get(id), course: courses.get(id) ?? [], next: 0 }));
  const asked: Asked[] = [];
  for (let at = span[0] + stepMs; at < span[1] + stepMs; at += stepMs) {
    const endMs = Math.min(at, span[1]);
    let isNew = false;
    for (const source of sources) {
      for (let next = source.course[source.next]; next && next.at < endMs; next = source.course[source.next]) {
        source.next += 1;
        // Late values don't replace newer ones.
        if (source.known && next.at < source.known.at) continue;
        source.known = next;
        isNew = true;
      }
    }
    const measuredAt = newestOf(sources.map(({ known }) => known?.at ?? null));
    if (isNew && measuredAt !== null) {
      asked.push({ state, at: measuredAt, values: sources.map(({ known }) => known?.value ?? null) });
    }
  }
  return asked;
}

/**
 * Computes states over a span every 15 minutes: live, each packet computes them, but charts of a month don't show the
 * difference. Adds the results to `courses` and advances `before` to the end of the span.
 */
export async function aggregatesOf(
  sandbox: Sandbox,
  levels: readonly (readonly ComputedState[])[],
  { courses, before, span }: { courses: Courses; before: Map<number, Known>; span: [number, number] },
): Promise<Pick<HistoryPoint, 'series' | 'at' | 'value'>[]> {
  const points: Pick<HistoryPoint, 'series' | 'at' | 'value'>[] = [];
  for (const course of courses.values()) course.sort((a, b) => a.at - b.at);
  for (const level of levels) {
    const asked = level.flatMap((state) => stepsOf(state, courses, before, span));
    for (let start = 0; start < asked.length; start += callsAtOnce) {
      const some = asked.slice(start, start + callsAtOnce);
      for (const [index, value] of (await valuesOf(sandbox, some)).entries()) {
        const { state, at } = some[index] ?? {};
        if (!state || at === undefined) continue;
        const fitting = fitValue(value, state.valueType);
        if (!fitting.ok) continue;
        points.push({ series: state.id, at, value: fitting.value });
        const course = courses.get(state.id);
        if (course) course.push({ at, value: fitting.value });
        else courses.set(state.id, [{ at, value: fitting.value }]);
      }
    }
  }
  for (const [id, course] of courses) {
    const last = course.at(-1);
    if (last) before.set(id, last);
  }
  return points;
}

/** Computes values by their scripts, in one call per script. */
async function valuesOf(sandbox: Sandbox, asked: readonly Asked[]): Promise<JsonValue[]> {
  const calls = asked
    .filter(({ state }) => hasTransformer(state))
    .map(({ state, at, values }) => ({
      source: state.transformer,
      args: { value: values, states: [] },
      nowMs: at,
      seed: 1,
      accountId: state.accountId,
    }));
  const results = (await runTransformers(sandbox, calls)).values();
  return asked.map(({ state, values }) => {
    if (!hasTransformer(state)) return aggregateValue(values);
    const result = results.next().value;
    const outcome = result && outcomeOf(result);
    return outcome?.ok ? outcome.value : null;
  });
}
