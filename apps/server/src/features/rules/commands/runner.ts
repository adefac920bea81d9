import type { JsonValue } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { covers } from '../../../platform/policy/policy.ts';
import { type FoundConnector, findConnectorsOf, findTargets } from './command.store.ts';
import { createEffects, type EffectDeps } from './effects.ts';
import type { CommandKind, CommandKinds } from './kinds.ts';
import { checkTopic, isShared, withoutReceivers } from './shared-broker.ts';

export interface Doing {
  type: string;
  connectorId: number | null;
  /** What it acts on. */
  twinId: number;
  depth: number;
  /** Filled; null where its kind could not take them. */
  options: Record<string, unknown> | null;
  /** The account of its rule. */
  account: { id: number; path: string };
  signal: AbortSignal;
}

export interface Done {
  answer: JsonValue;
  /** Once the transaction stands. */
  publish(): void;
}

export interface CommandRunner {
  /** Does it stay inside of the platform, so that it can be done exactly once? */
  isInside(type: string): boolean;
  run(db: Db, doing: Doing): Promise<Done>;
}

/** Does a filled command, after a look at whether its targets are still those that its rule may use. */
export function createCommandRunner(kinds: CommandKinds, deps: EffectDeps): CommandRunner {
  async function findConnector(db: Db, kind: CommandKind, { connectorId, account }: Doing) {
    if (connectorId === null) return kind.manifest.isConnectorRequired ? fail('BRIDGE_NOT_FOUND') : undefined;
    const connector = (await findConnectorsOf(db, [connectorId])).get(connectorId);
    if (!connector || !covers(connector.accountPath, account.path)) return fail('BRIDGE_NOT_FOUND');
    if (!kind.connectorTypes.includes(connector.type)) fail('BRIDGE_NO_COMMANDS');
    return connector;
  }

  /** Accounts below use a connector for themselves alone. */
  function sendThrough(db: Db, connector: FoundConnector, accountPath: string): EffectDeps['connectors'] {
    const use = { connector, accountPath };
    if (!isShared(use)) return deps.connectors;
    return {
      async send(connectorId, command) {
        await checkTopic(db, use, command);
        return withoutReceivers(await deps.connectors.send(connectorId, command));
      },
    };
  }

  async function checkTwin(db: Db, { twinId, account }: Doing): Promise<void> {
    const target = (await findTargets(db, [twinId])).get(twinId);
    if (!target || !covers(account.path, target.accountPath)) fail('DTWIN_NOT_FOUND');
  }

  return {
    isInside: (type) => (kinds.find(type)?.manifest.acts ?? 'none') !== 'none',

    async run(db, doing) {
      const { type, options } = doing;
      const kind = kinds.find(type);
      if (!kind || !options) return fail('RULE_COMMAND_UNKNOWN', { type });
      const connector = await findConnector(db, kind, doing);
      const connectors = connector ? sendThrough(db, connector, doing.account.path) : deps.connectors;
      if (kind.manifest.acts !== 'none') await checkTwin(db, doing);
      const { context, publish } = createEffects({ ...deps, connectors }, db, {
        ...doing,
        accountId: doing.account.id,
      });
      return { answer: await kind.server.run(context, options), publish };
    },
  };
}
