import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConnectorSender } from '@stellwerk/plugin/connector-sender';
import type { Log } from '../../platform/log/log.ts';

const ownPlugins = new URL('../../../../../plugins/connectors', import.meta.url).pathname;

const isSender = (value: unknown, type: string): value is ConnectorSender =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === type &&
  'open' in value &&
  typeof value.open === 'function';

async function load(type: string, file: string): Promise<ConnectorSender> {
  const module: { sender?: unknown } = await import(pathToFileURL(file).href);
  if (!isSender(module.sender, type)) throw new Error(`sender.ts exports no sender of ${type}`);
  return module.sender;
}

/** Kinds of connectors that virtual devices can use: those with a `sender.ts`. Broken ones are logged and skipped. */
export async function discoverSenders(
  log: Log,
  pluginsDir: string = ownPlugins,
): Promise<Map<string, ConnectorSender>> {
  const found = new Map<string, ConnectorSender>();
  for (const type of (await readdir(pluginsDir)).sort()) {
    const file = join(pluginsDir, type, 'sender.ts');
    if (!(await stat(file).catch(() => undefined))) continue;
    try {
      found.set(type, await load(type, file));
    } catch (error) {
      log.error({ err: error, type }, 'a sender of connectors is broken');
    }
  }
  return found;
}
