import type { VisualisationOptions } from '@stellwerk/contract/state';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { ButtonCommand, ButtonCommands } from './ports.ts';
import { stateOf } from './state.service.ts';

export function createButtonService({ commands }: { commands: () => readonly ButtonCommands[] }) {
  const sender = () => commands()[0] ?? fail('BRIDGE_NO_COMMANDS');

  return {
    checkCommand: (db: Db, command: ButtonCommand): Promise<void> => sender().check(db, command),

    async check(ctx: Ctx, twinId: number, { outbound }: VisualisationOptions): Promise<void> {
      if (outbound) await sender().check(ctx.db, { twinId, ...outbound });
    },

    /** The author of the button could use the connector, so the caller need not. */
    async press(ctx: Ctx, place: { twinId: number; stateId: number }): Promise<{ result: JsonValue }> {
      const { component, outbound } = (await stateOf(ctx, place)).visualisation;
      if (component !== 'button' || !outbound) return fail('DTWINSTATE_NO_COMMAND');
      return { result: await sender().send(ctx, { twinId: place.twinId, ...outbound }) };
    },
  };
}
export type ButtonService = ReturnType<typeof createButtonService>;
