import type { JsonValue } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import { withinBudget } from '../../../platform/clock/work-budget.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { JavaScript, ScriptResult } from '../../../platform/sandbox/script.ts';
import { outcomeOf } from '../../states/index.ts';
import type { CommandContext } from './render.ts';

/** The values of the placeholders, for a command whose value is computed by a script. */
export const scriptVariables = z.object({
  metrics: z.record(z.string(), z.json()),
  twin: z.object({ id: z.int(), title: z.string(), keyValue: z.record(z.string(), z.string()) }),
  rule: z.object({ title: z.string() }),
  account: z.object({ name: z.string() }),
  link: z.string(),
  atMs: z.number(),
});
export type ScriptVariables = z.output<typeof scriptVariables>;

export function variablesOf({ metrics, twin, rule, accountName, link }: CommandContext, atMs: number): ScriptVariables {
  return {
    metrics: Object.fromEntries(metrics.map(({ alias, value }) => [alias, value])),
    twin: { id: twin.id, title: twin.title, keyValue: { ...twin.keyValue } },
    rule: { title: rule.title },
    account: { name: accountName },
    link,
    atMs,
  };
}

const builtIn = ['metrics', 'twin', 'rule', 'account', 'link', 'now'];

/** Built-in names can't be replaced by metrics, as in texts. `now` is a date, as in the conditions of the rule. */
const scriptOf = (source: string, aliases: readonly string[]): JavaScript => ({
  id: 'command',
  kind: 'javascript',
  source: `now = new Date(now);${source}`,
  entry: { form: 'body', parameters: [...aliases.filter((alias) => !builtIn.includes(alias)), ...builtIn] },
});

function resultOf(result: ScriptResult): JsonValue {
  const outcome = outcomeOf(result);
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.problem.code, outcome.problem.params, {});
}

interface ScriptRun {
  source: string;
  variables: ScriptVariables;
  accountId: number;
}

/** The value that the script returns; throws the reason if it fails. */
export async function runScript(sandbox: Sandbox, { source, variables, accountId }: ScriptRun): Promise<JsonValue> {
  const { atMs, metrics, ...others } = variables;
  const args = { ...metrics, ...others, metrics, now: atMs };
  const call = { script: scriptOf(source, Object.keys(metrics)), args, nowMs: atMs, seed: 1, accountId };
  return resultOf(await withinBudget(sandbox.run(call)));
}

/** The reason why a script can't be compiled; undefined if it can. */
export async function scriptProblem(
  sandbox: Pick<Sandbox, 'check'>,
  { source, aliases, accountId }: { source: string; aliases: readonly string[]; accountId: number },
): Promise<string | undefined> {
  const outcome = outcomeOf(await sandbox.check(scriptOf(source, aliases), accountId));
  return outcome.ok ? undefined : String(outcome.problem.params.reason ?? outcome.problem.code);
}
