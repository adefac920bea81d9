import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConnector } from '@stellwerk/contract/connector';
import type { ConformanceRig, ConnectorConformance, TestConnector } from '@stellwerk/plugin/connector-conformance';
import { expect, vi } from 'vitest';
import { addressOf } from './peers.ts';
import { type MadeConnector, makeConnector, type Rig, stateOf } from './rig.ts';

export const waits = { timeout: 20_000, interval: 20 };

/** Conformance peers of each kind in a folder, by type; kinds without any are absent. */
export async function readConformance(pluginsDir: string): Promise<Map<string, ConnectorConformance>> {
  const types = readdirSync(pluginsDir).filter((type) => existsSync(join(pluginsDir, type, 'conformance.ts')));
  const loaded = types.map(async (type): Promise<[string, ConnectorConformance]> => {
    const file = join(pluginsDir, type, 'conformance.ts');
    const { conformance }: { conformance: ConnectorConformance } = await import(pathToFileURL(file).href);
    return [type, conformance];
  });
  return new Map(await Promise.all(loaded));
}

export const isConnected = (rig: Rig, connector: MadeConnector) =>
  vi.waitFor(
    async () => expect(await stateOf(rig.server, connector)).toEqual({ state: 'connected', code: null }),
    waits,
  );

/** The rig for the peers of one kind; `made` collects connectors and their administrators by id. */
export function conformanceRig(rig: Rig, type: string, made: Map<number, MadeConnector>): ConformanceRig {
  return {
    async makeConnector(fields = {}): Promise<TestConnector> {
      const connector = await makeConnector(rig.server, { type, ...fields });
      made.set(connector.id, connector);
      await isConnected(rig, connector);
      const { body } = await rig.server.call(readConnector, { params: { id: connector.id } }, { as: connector.user });
      const values = new Map(body.data.endpoints.map(({ name, value }) => [name, value]));
      return { ...connector, endpoint: (name) => values.get(name) ?? '' };
    },
    httpUrl: () => addressOf(rig.server),
  };
}
