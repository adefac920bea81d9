import type { JsonValue } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { covers } from '../../../platform/policy/policy.ts';
import { type FoundConnector, findConnectorsOf, findTargets } from './command.store.ts';
import { createEffects, type EffectDeps } from './effects.ts';
import type { CommandKind, CommandKinds } from './kinds.ts';
import type { ScriptVariables } from './script.ts';
import { checkTopic, isShared, withoutConfidential } from './shared-broker.ts';

export interface Doing {
  type: string;
  connectorId: number | null;
  twinId: number;
  depth: number;
  /** Options with filled placeholders; null if they were invalid for the command type. */
  options: Record<string, unknown> | null;
  /** Variables of the command's script; null if it has none. */
  variables: ScriptVariables | null;
  account: { id: number; path: string };
  signal: AbortSignal;
}

export interface Done {
  answer: JsonValue;
  /** To be called after the commit. */
  publish(): void;
}

export interface CommandRunner {
  /** Whether the command stays inside the platform, so that it can be executed exactly once. */
  isInside(type: string): boolean;
  run(db: Db, doing: Doing): Promise<Done>;
  /** Throws if the command could not be sent through its connector. */
  check(db: Db, doing: Doing): Promise<void>;
}

/** Executes a prepared command, after checking that its rule may still use its targets. */
export function createCommandRunner(kinds: CommandKinds, deps: EffectDeps): CommandRunner {
  async function findConnector(db: Db, kind: CommandKind, { connectorId, account }: Doing) {
    if (connectorId === null) return kind.manifest.isConnectorRequired ? fail('BRIDGE_NOT_FOUND') : undefined;
    const connector = (await findConnectorsOf(db, [connectorId])).get(connectorId);
    if (!connector || !covers(connector.accountPath, account.path)) return fail('BRIDGE_NOT_FOUND');
    if (!kind.connectorTypes.includes(connector.type)) fail('BRIDGE_NO_COMMANDS');
    return connector;
  }

  /** An account below may only send through a shared connector to its own devices. */
  function sendThrough(db: Db, connector: FoundConnector, accountPath: string): EffectDeps['connectors'] {
    const use = { connector, accountPath };
    if (!isShared(use)) return deps.connectors;
    return {
      async send(connectorId, command) {
        await checkTopic(db, use, command);
        return withoutConfidential(await deps.connectors.send(connectorId, command));
      },
    };
  }

  async function checkTwin(db: Db, { twinId, account }: Doing): Promise<void> {
    const target = (await findTargets(db, [twinId])).get(twinId);
    if (!target || !covers(account.path, target.accountPath)) fail('DTWIN_NOT_FOUND');
  }

  return {
    isInside: (type) => (kinds.find(type)?.manifest.acts ?? 'none') !== 'none',

    async check(db, doing) {
      const { type, options, account } = doing;
      const kind = kinds.find(type);
      if (!kind || !options) return fail('RULE_COMMAND_UNKNOWN', { type });
      const connector = await findConnector(db, kind, doing);
      if (connector) await checkTopic(db, { connector, accountPath: account.path }, options.command ?? options);
    },

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
