import { earliestValueAt } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { fitValue } from '../compute/fit.ts';
import { done, failed, type Outcome, type Problem } from '../compute/problem.ts';
import type { Intake } from './graph.store.ts';
import { hasTransformer, outcomeOf, runTransformers } from './scripts.ts';
import type { ValueUpdate } from './value.ts';

/** Later times come from a broken clock; the history could not distinguish them from the present. */
const latestValueAt = Date.UTC(2100, 0, 1);

/** An update with the value that its state accepts, or the reason why the state refuses it. */
export interface Incoming extends ValueUpdate {
  problem: Problem | null;
}

function fitted({ measuredAt }: ValueUpdate, { valueType }: Intake, given: Outcome<JsonValue>): Outcome<JsonValue> {
  const at = measuredAt.getTime();
  const isPossible = at >= earliestValueAt && at < latestValueAt;
  if (!isPossible) return failed('DTWINSTATE_TIME_OUT_OF_RANGE');
  return given.ok ? fitValue(given.value, valueType) : given;
}

/**
 * Runs transformers and converts each update to the type of its state. The result depends on nothing but the update, so
 * it is computed before any lock is taken. Updates of deleted states are left out.
 */
export async function readIncoming(
  sandbox: Sandbox,
  intakes: { get(stateId: number): Intake | undefined },
  updates: readonly ValueUpdate[],
): Promise<Incoming[]> {
  const nodes = updates.map(({ stateId }) => intakes.get(stateId));
  const isScripted = (update: ValueUpdate, node: Intake) => hasTransformer(node) && !update.skipTransformer;
  const calls = updates.flatMap((update, index) => {
    const node = nodes[index];
    if (!node || !isScripted(update, node)) return [];
    const args = { value: update.value };
    const { transformer: source, accountId } = node;
    return [{ source, args, nowMs: update.receivedAt.getTime(), seed: update.seq, accountId }];
  });
  const results = (await runTransformers(sandbox, calls)).values();
  const incoming: Incoming[] = [];
  for (const [index, update] of updates.entries()) {
    const node = nodes[index];
    if (!node) continue;
    const result = isScripted(update, node) ? results.next().value : undefined;
    const outcome = fitted(update, node, result ? outcomeOf(result) : done(update.value));
    const { stateId, measuredAt, receivedAt, origin, shard, seq } = update;
    const [value, problem] = outcome.ok ? [outcome.value, null] : [null, outcome.problem];
    incoming.push({ stateId, value, measuredAt, receivedAt, origin, shard, seq, problem });
  }
  return incoming;
}
