import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ListenerDeclaration } from '@stellwerk/plugin/listener';
import { z } from 'zod';

export const connectorPluginsDir = new URL('../../../../../plugins/connectors', import.meta.url).pathname;

const declaration = z.object({
  name: z.string().min(1),
  transport: z.enum(['tcp', 'tls', 'udp']),
  defaultPort: z.int().min(0).max(65_535).optional(),
  setting: z.string().regex(/^[A-Z][A-Z0-9_]*_PORT$/),
  answersWhileStopping: z.boolean().optional(),
});

/** Fails if a declaration is invalid. */
export const parseListeners = (listeners: unknown): ListenerDeclaration[] =>
  z.array(declaration).default([]).parse(listeners) as ListenerDeclaration[];

async function listenersIn(folder: string): Promise<ListenerDeclaration[]> {
  try {
    const { manifest } = await import(pathToFileURL(join(folder, 'manifest.ts')).href);
    return parseListeners(manifest.listeners);
  } catch {
    // The server reports broken kinds when it loads them. Commands that need no connector work without them.
    return [];
  }
}

/** Listeners of all kinds in a folder, from their manifests alone. */
export async function declaredListeners(pluginsDir: string): Promise<ListenerDeclaration[]> {
  const entries = await readdir(pluginsDir, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(pluginsDir, name));
  return (await Promise.all(folders.map(listenersIn))).flat();
}
