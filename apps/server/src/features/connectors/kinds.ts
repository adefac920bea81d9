import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { ConnectorPlugin } from '@stellwerk/plugin/connector-server';
import type { Log } from '../../platform/log/log.ts';

export interface ConnectorKinds {
  all(): ConnectorManifest[];
  find(type: string): ConnectorManifest | undefined;
}

export interface FoundKind {
  manifest: ConnectorManifest;
  plugin: ConnectorPlugin;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Enough to tell a kind from something else; the compiler has checked the rest of what lies in the folder. */
const isManifest = (value: unknown, type: string): value is ConnectorManifest =>
  isObject(value) && value.type === type && isObject(value.options) && Array.isArray(value.secrets);
const isPlugin = (value: unknown, type: string): value is ConnectorPlugin =>
  isObject(value) && value.type === type && typeof value.create === 'function';

async function load(folder: string, type: string): Promise<FoundKind> {
  const [manifestModule, serverModule]: [unknown, unknown] = await Promise.all([
    import(pathToFileURL(join(folder, 'manifest.ts')).href),
    import(pathToFileURL(join(folder, 'server.ts')).href),
  ]);
  const manifest = isObject(manifestModule) ? manifestModule.manifest : undefined;
  const plugin = isObject(serverModule) ? serverModule.server : undefined;
  if (!isManifest(manifest, type)) throw new Error(`manifest.ts exports no manifest of ${type}`);
  if (!isPlugin(plugin, type)) throw new Error(`server.ts exports no server of ${type}`);
  return { manifest, plugin };
}

/** Every folder is a kind. One that is broken is left out and told, and takes nobody down. */
export async function discoverKinds(pluginsDir: string, log: Log): Promise<Map<string, FoundKind>> {
  const entries = await readdir(pluginsDir, { withFileTypes: true }).catch((error: unknown) => {
    log.error({ err: error, pluginsDir }, 'no kinds of connectors found');
    return [];
  });
  const found = new Map<string, FoundKind>();
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    if (!entry.isDirectory()) continue;
    try {
      found.set(entry.name, await load(join(pluginsDir, entry.name), entry.name));
    } catch (error) {
      log.error({ err: error, type: entry.name }, 'a kind of connectors is broken');
    }
  }
  return found;
}

export const kindsOf = (found: ReadonlyMap<string, FoundKind>): ConnectorKinds => ({
  all: () => [...found.values()].map(({ manifest }) => manifest),
  find: (type) => found.get(type)?.manifest,
});
