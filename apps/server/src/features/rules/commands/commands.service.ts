import type { RuleCommand } from '@stellwerk/contract/rule';
import type { Database } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Deliver, Discard } from '../../../platform/outbox/deliver.ts';
import type { Connectors } from '../../connectors/index.ts';
import type { ButtonCommands } from '../../states/index.ts';
import { createButtonCommands } from './button-commands.ts';
import { type CheckCtx, type CommandsToCheck, createCommandCheck } from './check.service.ts';
import { createCommandDelivery, createCommandDiscard } from './delivery.service.ts';
import type { EffectDeps } from './effects.ts';
import { type CommandKinds, discoverCommands, ownPlugins } from './kinds.ts';
import { commandKind, type Place, type PreparedCommand, prepareCommand } from './prepare.ts';
import { type CommandContext, render } from './render.ts';
import { createCommandRunner } from './runner.ts';
import { type CommandTest, createCommandTest, type TestedCommand } from './test.service.ts';

export interface CommandsDeps extends Omit<EffectDeps, 'connectors'> {
  connectors: Pick<Connectors, 'send' | 'refusalOf'> & { kinds: Pick<Connectors['kinds'], 'all'> };
  database: Pick<Database, 'db'>;
  log: Log;
  pluginsDir?: string;
  giveUpAfterMs?: number;
}

export interface Commands {
  kinds: CommandKinds;
  /** Deliverers by kind of outbox entry. */
  deliverers: Record<string, Deliver>;
  discarders: Record<string, Discard>;
  /** Throws if the caller may not save these commands, or if they could never work. */
  check(ctx: CheckCtx, input: CommandsToCheck): Promise<void>;
  test(ctx: Ctx, input: CommandTest): Promise<TestedCommand>;
  buttons: ButtonCommands;
  /** Fills the placeholders of a command for the outbox; synchronous. */
  prepare(context: CommandContext, command: RuleCommand, place: Place): PreparedCommand;
  render(text: string, context: CommandContext): string;
  /** States that a command writes, as twin and key. */
  statesOf(command: RuleCommand, ownTwinId: number): { twinId: number; key: string }[];
}

export async function createCommands(deps: CommandsDeps): Promise<Commands> {
  const { database, connectors, clock, log, pluginsDir = ownPlugins, giveUpAfterMs } = deps;
  const kinds = await discoverCommands(pluginsDir, connectors.kinds, log);
  const runner = createCommandRunner(kinds, deps);
  const check = createCommandCheck(kinds, deps.sandbox, connectors.refusalOf);
  const deliver = createCommandDelivery({
    db: database.db,
    runner,
    clock,
    log,
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
  });
  return {
    kinds,
    deliverers: { [commandKind]: deliver },
    discarders: { [commandKind]: createCommandDiscard(deps) },
    check,
    test: createCommandTest({ kinds, runner, clock, check }),
    buttons: createButtonCommands(kinds, runner),
    prepare: (context, command, place) => prepareCommand(kinds, context, command, place),
    render,
    statesOf(command, ownTwinId) {
      const option = kinds.find(command.type)?.manifest.stateKeyOption;
      const key = option === undefined ? undefined : command.options[option];
      return typeof key === 'string' ? [{ twinId: command.dtwinId ?? ownTwinId, key }] : [];
    },
  };
}
