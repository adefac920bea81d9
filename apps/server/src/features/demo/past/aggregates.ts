import type { HistoryPoint, JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { aggregateValue, fitValue, hasTransformer, newestOf, outcomeOf, runTransformers } from '../../states/index.ts';
import type { ComputedState } from '../demo.store.ts';

interface Known {
  at: number;
  value: JsonValue;
}

/** What states were worth, in the order of time. */
export type Courses = Map<number, Known[]>;

const stepMs = 900_000;
/** As many calls of scripts at once as fit into a message to their process. */
const callsAtOnce = 5_000;

export const sourcesOf = ({ config }: ComputedState): readonly number[] =>
  config.source === 'aggregate' || config.source === 'virtual-device-aggregate' ? config.stateIds : [];

/** Sources before what is made of them. */
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

/** What the sources of a state were at each step; steps at which nothing was new are left out. */
function stepsOf(state: ComputedState, courses: Courses, before: ReadonlyMap<number, Known>, span: [number, number]) {
  const sources = sourcesOf(state).map((id) => ({ known: before.get(id), course: courses.get(id) ?? [], next: 0 }));
  const asked: Asked[] = [];
  for (let at = span[0] + stepMs; at < span[1] + stepMs; at += stepMs) {
    const endMs = Math.min(at, span[1]);
    let isNew = false;
    for (const source of sources) {
      for (let next = source.course[source.next]; next && next.at < endMs; next = source.course[source.next]) {
        source.next += 1;
        // One that came late is no news.
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
 * Computed states over a span, four times an hour: live they follow every packet, which nobody could tell apart on a
 * chart of a month. `courses` grows by them, and `before` moves to the end of the span.
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

/** By their scripts, in one go for all that have the same. */
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
