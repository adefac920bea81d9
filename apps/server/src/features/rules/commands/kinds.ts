import type { CommandManifest } from '@stellwerk/plugin/command';
import type { CommandPlugin, CommandServer } from '@stellwerk/plugin/command-server';
import { z } from 'zod';
import type { Log } from '../../../platform/log/log.ts';
import { discoverPlugins } from '../../../platform/plugins/discover.ts';
import type { ConnectorKinds } from '../../connectors/index.ts';

export interface CommandKind {
  manifest: CommandManifest;
  server: CommandServer;
  /** Types of connectors that the command can be sent through. */
  connectorTypes: readonly string[];
}

/** The response format of `GET …/rules/command-types`. */
export interface CommandKindOnWire {
  type: string;
  connectorTypes: string[];
  isConnectorRequired: boolean;
  acts: CommandManifest['acts'];
  optionsSchema: Record<string, unknown>;
}

export interface CommandKinds {
  all(): CommandKindOnWire[];
  find(type: string): CommandKind | undefined;
}

export const ownPlugins = new URL('../../../../../../plugins/commands', import.meta.url).pathname;

function toWire({ manifest, connectorTypes }: CommandKind): CommandKindOnWire {
  const { $schema: _, ...optionsSchema } = z.toJSONSchema(manifest.options, { io: 'input', unrepresentable: 'any' });
  const { type, isConnectorRequired, acts } = manifest;
  return { type, connectorTypes: [...connectorTypes], isConnectorRequired, acts, optionsSchema };
}

export async function discoverCommands(
  pluginsDir: string,
  connectorKinds: Pick<ConnectorKinds, 'all'>,
  log: Log,
): Promise<CommandKinds> {
  const found = await discoverPlugins<CommandManifest, CommandPlugin>({
    pluginsDir,
    of: 'commands',
    lists: ['connectorTypes'],
    log,
  });
  const manifests = [...found.values()].map(({ manifest }) => manifest);
  const forMails = new Set<string>(manifests.flatMap((each) => (each.isMail ? each.connectorTypes : [])));
  const takeAnything = connectorKinds
    .all()
    // Connectors that send mails are reserved for commands that count as mails.
    .filter(({ type, capabilities }) => capabilities.deliveries && !forMails.has(type))
    .map(({ type }) => type);
  const kinds = new Map<string, CommandKind>();
  for (const [type, { manifest, plugin }] of found) {
    try {
      const connectorTypes = manifest.connectorTypes === 'deliveries' ? takeAnything : manifest.connectorTypes;
      kinds.set(type, { manifest, server: plugin.create(), connectorTypes });
    } catch (error) {
      log.error({ err: error, type }, 'a kind of commands is broken');
    }
  }
  return { all: () => [...kinds.values()].map(toWire), find: (type) => kinds.get(type) };
}

/** The script of a command; empty if its kind or the command has none. */
export function scriptIn({ manifest }: CommandKind, options: Readonly<Record<string, unknown>>): string {
  const script = manifest.scriptOption === undefined ? undefined : options[manifest.scriptOption];
  return typeof script === 'string' && script.trim() !== '' ? script : '';
}

export const hasScript = (kind: CommandKind, options: Readonly<Record<string, unknown>>): boolean =>
  scriptIn(kind, options) !== '';
