import type { TargetVariable } from '@stellwerk/contract/driver';
import type { HealthEntry } from '@stellwerk/contract/health';
import { fail } from '../../platform/errors/app-error.ts';
import { checkCalculations } from './parsers/calculations.ts';
import type { DraftCheck, Refusal } from './parsers/kind.ts';
import { checkParser } from './parsers/kinds.ts';
import { wordsOf } from './parsers/outcome.ts';
import type { VersionFields } from './version.store.ts';

function refuse({ reason }: Refusal, path: string): never {
  return fail('SCRIPT_ERROR', { reason }, { issues: [{ path: `draft.${path}`, code: 'invalid', params: {} }] });
}

/** Names that a person would take for one and the same; states tell them apart. */
function requireDistinct(variables: readonly TargetVariable[]): void {
  const byName = Map.groupBy(variables, ({ name }) => name.toLowerCase());
  const alike = [...byName.values()].filter((group) => group.length > 1);
  if (alike.length === 0) return;
  const names = alike.map((group) => group.map(({ name }) => name).join(', ')).join('; ');
  fail('DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE', { names });
}

async function checkHealth(health: readonly HealthEntry[], { tools, accountId }: DraftCheck): Promise<void> {
  for (const [index, { check }] of health.entries()) {
    const entry = { form: 'body', parameters: ['states', 'history', 'lastSeen', 'now'] } as const;
    const checked = await tools.sandbox.check({ id: 'health', kind: 'javascript', source: check, entry }, accountId);
    if (checked.ok) continue;
    const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
    refuse({ reason: wordsOf(checked.line, reason) }, `health.${index}.check`);
  }
}

/** Refuses a draft whose scripts could never run. Only what was given is looked at. */
export async function checkDraft(
  given: Partial<VersionFields>,
  { acceptCase, ...check }: DraftCheck & { acceptCase: boolean },
): Promise<void> {
  const { parser, variables = [], health = [] } = given;
  const refused = parser && (await checkParser(parser, check));
  if (refused) refuse(refused, 'parser.script');
  if (!acceptCase) requireDistinct(variables);
  const uncomputable = await checkCalculations(variables, check);
  if (uncomputable) refuse(uncomputable, `variables.${uncomputable.index}.expression`);
  await checkHealth(health, check);
}
