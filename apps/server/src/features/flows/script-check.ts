import { fail } from '../../platform/errors/app-error.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { scriptOf } from './chain/scripts.ts';

/** Refuses scripts that don't compile. */
export async function checkScript(
  sandbox: Pick<Sandbox, 'check'>,
  language: 'javascript' | 'jsonata',
  source: string,
  accountId: number,
): Promise<void> {
  const result = await sandbox.check(scriptOf(language, source), accountId);
  if (result.ok) return;
  const reason = 'reason' in result.params ? result.params.reason : result.code;
  fail('FLOW_SCRIPT_INVALID', { reason });
}
