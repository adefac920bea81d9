import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { ConnectorPlugin } from '@stellwerk/plugin/connector-server';
import type { Log } from '../../platform/log/log.ts';
import { discoverPlugins, type FoundPlugin } from '../../platform/plugins/discover.ts';

export interface ConnectorKinds {
  all(): ConnectorManifest[];
  find(type: string): ConnectorManifest | undefined;
}

type FoundKind = FoundPlugin<ConnectorManifest, ConnectorPlugin>;

export const discoverKinds = (pluginsDir: string, log: Log): Promise<Map<string, FoundKind>> =>
  discoverPlugins({ pluginsDir, of: 'connectors', lists: ['secrets'], log });

export const kindsOf = (found: ReadonlyMap<string, FoundKind>): ConnectorKinds => ({
  all: () => [...found.values()].map(({ manifest }) => manifest),
  find: (type) => found.get(type)?.manifest,
});
