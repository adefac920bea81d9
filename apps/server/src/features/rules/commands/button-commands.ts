import { isErrorCode } from '@stellwerk/contract/errors';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { ButtonCommand, ButtonCommands } from '../../states/index.ts';
import { findTargets } from './command.store.ts';
import type { CommandKinds } from './kinds.ts';
import { failureOf } from './outcome.ts';
import type { CommandRunner, Doing } from './runner.ts';

const type = 'connectorCommand';
const sendForMs = 30_000;

/** Commands of buttons, with the code and the checks of the same command in a rule. */
export function createButtonCommands(kinds: CommandKinds, runner: CommandRunner): ButtonCommands {
  async function doingOf(db: Db, { twinId, connectorId, command }: ButtonCommand): Promise<Doing> {
    const own = (await findTargets(db, [twinId])).get(twinId) ?? fail('DTWIN_NOT_FOUND');
    const parsed = kinds.find(type)?.manifest.options.safeParse({ command });
    if (!parsed?.success) return fail('BRIDGE_COMMAND_INVALID', { field: 'command' });
    const account = { id: own.accountId, path: own.accountPath };
    const signal = AbortSignal.timeout(sendForMs);
    return { type, connectorId, twinId, depth: 0, options: parsed.data, variables: null, account, signal };
  }

  return {
    check: async (db, command) => runner.check(db, await doingOf(db, command)),

    async send({ db, language }, command) {
      const doing = await doingOf(db, command);
      const { answer } = await runner.run(db, doing).catch((error: unknown) => {
        if (error instanceof AppError && error.class === 'user') throw error;
        const { reason } = failureOf(error);
        // Kinds of connectors may report codes that this version does not know.
        const code = isErrorCode(reason.code) ? reason.code : 'INTERNAL_ERROR';
        const { message } = renderError({ params: reason.params, code, issues: [] }, language, '');
        return fail('BRIDGE_CONNECTION_FAILED', { reason: message }, { cause: error });
      });
      return answer;
    },
  };
}
