import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../log/log.ts';

interface Manifest {
  type: string;
  options: object;
}

interface Plugin {
  type: string;
  create: unknown;
}

export interface FoundPlugin<M extends Manifest, P extends Plugin> {
  manifest: M;
  plugin: P;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Checks just enough to recognise a manifest; the compiler has checked the rest of the plug-in. */
const isManifest = <M extends Manifest>(value: unknown, type: string, lists: readonly string[]): value is M =>
  isObject(value) &&
  value.type === type &&
  isObject(value.options) &&
  lists.every((name) => Array.isArray(value[name]) || typeof value[name] === 'string');
const isPlugin = <P extends Plugin>(value: unknown, type: string): value is P =>
  isObject(value) && value.type === type && typeof value.create === 'function';

interface DiscoverOptions {
  /** Each subfolder is a kind and contains `manifest.ts` and `server.ts`. */
  pluginsDir: string;
  /** Name of the plug-in category, for the log. */
  of: string;
  /** Required fields of a manifest. */
  lists: readonly string[];
  log: Log;
}

/** Loads every subfolder as a kind. A broken kind is logged and skipped, and does not affect the others. */
export async function discoverPlugins<M extends Manifest, P extends Plugin>({
  pluginsDir,
  of,
  lists,
  log,
}: DiscoverOptions): Promise<Map<string, FoundPlugin<M, P>>> {
  async function load(type: string): Promise<FoundPlugin<M, P>> {
    const folder = join(pluginsDir, type);
    const [manifestModule, serverModule]: [unknown, unknown] = await Promise.all([
      import(pathToFileURL(join(folder, 'manifest.ts')).href),
      import(pathToFileURL(join(folder, 'server.ts')).href),
    ]);
    const manifest = isObject(manifestModule) ? manifestModule.manifest : undefined;
    const plugin = isObject(serverModule) ? serverModule.server : undefined;
    if (!isManifest<M>(manifest, type, lists)) throw new Error(`manifest.ts exports no manifest of ${type}`);
    if (!isPlugin<P>(plugin, type)) throw new Error(`server.ts exports no server of ${type}`);
    return { manifest, plugin };
  }

  const entries = await readdir(pluginsDir, { withFileTypes: true }).catch((error: unknown) => {
    log.error({ err: error, pluginsDir }, `no kinds of ${of} found`);
    return [];
  });
  const found = new Map<string, FoundPlugin<M, P>>();
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    if (!entry.isDirectory()) continue;
    try {
      found.set(entry.name, await load(entry.name));
    } catch (error) {
      log.error({ err: error, type: entry.name }, `a kind of ${of} is broken`);
    }
  }
  return found;
}
