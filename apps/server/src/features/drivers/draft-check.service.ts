import type { TargetVariable } from '@stellwerk/contract/driver';
import type { HealthEntry } from '@stellwerk/contract/health';
import { fail } from '../../platform/errors/app-error.ts';
import { checkCalculations } from './parsers/calculations.ts';
import type { DraftCheck, Refusal } from './parsers/kind.ts';
import { checkParser } from './parsers/kinds.ts';
import { wordsOf } from './parsers/sandbox-result.ts';
import type { VersionFields } from './version.store.ts';

function refuse({ reason }: Refusal, path: string): never {
  return fail('SCRIPT_ERROR', { reason }, { issues: [{ path, code: 'invalid', params: {} }] });
}

/** Refuses names that differ only in case, because users would confuse them. */
function requireDistinct(variables: readonly TargetVariable[]): void {
  const byName = Map.groupBy(variables, ({ name }) => name.toLowerCase());
  const alike = [...byName.values()].filter((group) => group.length > 1);
  if (alike.length === 0) return;
  const names = alike.map((group) => group.map(({ name }) => name).join(', ')).join('; ');
  fail('DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE', { names });
}

async function checkHealth(
  health: readonly HealthEntry[],
  { tools, accountId }: DraftCheck,
  path: string,
): Promise<void> {
  for (const [index, { check }] of health.entries()) {
    const entry = { form: 'body', parameters: ['states', 'history', 'lastSeen', 'now'] } as const;
    const checked = await tools.sandbox.check({ id: 'health', kind: 'javascript', source: check, entry }, accountId);
    if (checked.ok) continue;
    const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
    refuse({ reason: wordsOf(checked.line, reason) }, `${path}.health.${index}.check`);
  }
}

/** Refuses drafts and versions whose scripts can't run. Checks only the fields of the call. */
export async function checkDraft(
  given: Partial<VersionFields>,
  { acceptCase, path = 'draft', ...check }: DraftCheck & { acceptCase: boolean; path?: string },
): Promise<void> {
  const { parser, variables = [], health = [] } = given;
  const refused = parser && (await checkParser(parser, check));
  if (refused) refuse(refused, `${path}.parser.script`);
  if (!acceptCase) requireDistinct(variables);
  const uncomputable = await checkCalculations(variables, check);
  if (uncomputable) refuse(uncomputable, `${path}.variables.${uncomputable.index}.expression`);
  await checkHealth(health, check, path);
}
