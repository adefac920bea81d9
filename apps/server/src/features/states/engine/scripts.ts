import { withinBudget } from '../../../platform/clock/work-budget.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { Script, ScriptResult } from '../../../platform/sandbox/script.ts';
import { done, failed, type Outcome } from '../compute/problem.ts';

interface TransformerCall {
  source: string;
  args: Record<string, unknown>;
  nowMs: number;
  seed: number;
  accountId: number;
}

/** The sandbox identifies scripts by their text, so states with the same transformer share one compiled script. */
const transformerOf = (source: string): Script => ({
  id: 'transformer',
  kind: 'javascript',
  source,
  entry: { form: 'body', parameters: ['value', 'states'] },
});

export const hasTransformer = ({ transformer }: { transformer: string }) => transformer.trim() !== '';

/** After this many hung calls of a transformer, the remaining calls of its account fail without running. */
const maxHung = 3;

/**
 * Runs the calls of many states, batched by account and script text. A batch that hangs is aborted, so accounts must
 * not share one. Returns one result per call, in the order of the calls.
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

/** Scripts choose their error texts, which may contain characters that PostgreSQL can't store. */
function reasonOf(line: number | undefined, text: string): string {
  const reason = text.replaceAll('\0', '').toWellFormed();
  return line === undefined ? reason : `line ${line}: ${reason}`;
}

/** The result of a script. It left the sandbox as JSON, so the cast is safe; a script without a result means null. */
export function outcomeOf(result: ScriptResult): Outcome<JsonValue> {
  if (result.ok) return done((result.value ?? null) as JsonValue);
  if (result.code !== 'SCRIPT_ERROR') return failed(result.code, result.params);
  return failed('SCRIPT_ERROR', { reason: reasonOf(result.line, result.params.reason) });
}

/** Compiles the script without running it; fails if the script has a syntax error. */
export async function checkTransformer(sandbox: Sandbox, source: string, accountId: number): Promise<void> {
  if (!hasTransformer({ transformer: source })) return;
  const checked = await sandbox.check(transformerOf(source), accountId);
  if (checked.ok) return;
  const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
  const issues = [{ path: 'transformer', code: 'invalid' as const, params: {} }];
  fail('SCRIPT_ERROR', { reason: reasonOf(checked.line, reason) }, { issues });
}
