import { earliestValueAt } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { fitValue } from '../compute/fit.ts';
import { failed, type Outcome } from '../compute/problem.ts';
import type { Intake } from './graph.store.ts';
import { hasTransformer, outcomeOf, runTransformers } from './scripts.ts';
import type { ValueUpdate } from './value.ts';

/** Beyond, a clock is broken and no history could tell it from the present. */
const latestValueAt = Date.UTC(2100, 0, 1);

export interface Incoming extends ValueUpdate {
  outcome: Outcome<JsonValue>;
}

/**
 * What each update comes to: its transformer's result as the state's type. It depends on nothing but the update, so it
 * is found before anything is locked. Updates of states that are gone fall out.
 */
export async function readIncoming(
  sandbox: Sandbox,
  intakes: { get(stateId: number): Intake | undefined },
  updates: readonly ValueUpdate[],
): Promise<Incoming[]> {
  const known = updates.flatMap((update) => {
    const node = intakes.get(update.stateId);
    return node ? [{ update, node, runs: hasTransformer(node) && !update.skipTransformer }] : [];
  });
  const calls = known
    .filter(({ runs }) => runs)
    .map(({ update, node }) => ({
      source: node.transformer,
      args: { value: update.value },
      nowMs: update.receivedAt.getTime(),
      seed: update.seq,
    }));
  const results = (await runTransformers(sandbox, calls)).values();
  return known.map(({ update, node, runs }) => {
    const result = runs ? results.next().value : undefined;
    const given: Outcome<JsonValue> = result ? outcomeOf(result) : { ok: true, value: update.value };
    const fitting = given.ok ? fitValue(given.value, node.valueType) : given;
    const at = update.measuredAt.getTime();
    const isPossible = at >= earliestValueAt && at < latestValueAt;
    const outcome = isPossible ? fitting : failed('DTWINSTATE_TIME_OUT_OF_RANGE');
    const { stateId, value, measuredAt, receivedAt, origin, shard, seq } = update;
    return { stateId, value, measuredAt, receivedAt, origin, shard, seq, outcome };
  });
}
