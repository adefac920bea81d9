import { withinBudget } from '../../../platform/clock/work-budget.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { Script, ScriptResult } from '../../../platform/sandbox/script.ts';
import { done, failed, type Outcome } from '../compute/problem.ts';

/** One transformer with what it is called with. */
export interface TransformerCall {
  source: string;
  args: Record<string, unknown>;
  nowMs: number;
  seed: number;
  accountId: number;
}

/** States with the same text share the compiled script: the sandbox tells them apart by it. */
const transformerOf = (source: string): Script => ({
  id: 'transformer',
  kind: 'javascript',
  source,
  entry: { form: 'body', parameters: ['value', 'states'] },
});

export const hasTransformer = ({ transformer }: { transformer: string }) => transformer.trim() !== '';

/** So many calls of a transformer that hang, and its account waits for no more of them in this run. */
const maxHung = 3;

/**
 * Runs calls of many states together, those of one account with the same text in one batch: a batch that hangs is given
 * up, and accounts must not give up each other's. One result a call, in their order.
 */
export async function runTransformers(sandbox: Sandbox, calls: readonly TransformerCall[]): Promise<ScriptResult[]> {
  const batches = Map.groupBy(calls.keys(), (index) => `${calls[index]?.accountId} ${calls[index]?.source}`);
  const results: ScriptResult[] = [];
  const runs = [...batches.values()].map(async (places) => {
    const inputs = places.flatMap((place) => calls[place] ?? []);
    const script = transformerOf(inputs[0]?.source ?? '');
    const answers = await withinBudget(sandbox.runBatch(script, inputs, { maxHung }));
    for (const [index, answer] of answers.entries()) results[places[index] ?? 0] = answer;
  });
  await Promise.all(runs);
  return results;
}

/** A script chooses its own words: none that the database can't keep. */
function reasonOf(line: number | undefined, text: string): string {
  const reason = text.replaceAll('\0', '').toWellFormed();
  return line === undefined ? reason : `line ${line}: ${reason}`;
}

/** What a script gave. JSON has carried it out of the sandbox; nothing returned means nothing known. */
export function outcomeOf(result: ScriptResult): Outcome<JsonValue> {
  if (result.ok) return done((result.value ?? null) as JsonValue);
  if (result.code !== 'SCRIPT_ERROR') return failed(result.code, result.params);
  return failed('SCRIPT_ERROR', { reason: reasonOf(result.line, result.params.reason) });
}

/** Compiles without running; fails where the script could never run. */
export async function checkTransformer(sandbox: Sandbox, source: string, accountId: number): Promise<void> {
  if (!hasTransformer({ transformer: source })) return;
  const checked = await sandbox.check(transformerOf(source), accountId);
  if (checked.ok) return;
  const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
  const issues = [{ path: 'transformer', code: 'invalid' as const, params: {} }];
  fail('SCRIPT_ERROR', { reason: reasonOf(checked.line, reason) }, { issues });
}
