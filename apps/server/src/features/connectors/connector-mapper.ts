import type { Connector, ConnectorKind, ConnectorRow } from '@stellwerk/contract/connector';
import type { Language } from '@stellwerk/contract/text';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { ConnectorServer } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import type { FoundConnector } from './connector.store.ts';
import { renderReason } from './failure-reason.ts';

export interface Kind {
  manifest: ConnectorManifest;
  server: ConnectorServer;
}

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
};

export const kindToWire = (manifest: ConnectorManifest): ConnectorKind => ({
  type: manifest.type,
  direction: manifest.direction,
  capabilities: manifest.capabilities,
  optionsSchema: schemaOf(manifest.options),
  secrets: manifest.secrets.map(({ name, required, generated = false }) => ({ name, required, generated })),
  identifier: manifest.identifier,
  deviceSchema: schemaOf(manifest.deviceData),
  version: manifest.version,
});

const incapable = { devices: false, states: false, downlinks: false, deviceManagement: false, deliveries: false };

interface Figures {
  deviceCount: number;
  clientCount: number | null;
}

export function rowToWire(
  row: FoundConnector,
  kind: Kind | undefined,
  { deviceCount, clientCount }: Figures,
  language: Language,
): ConnectorRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    kind: kind?.manifest.direction ?? 'incoming',
    isUnknown: kind === undefined,
    active: row.active,
    state: row.state,
    stateReason: row.code === null ? null : renderReason({ code: row.code, params: row.params ?? {} }, language),
    stateAt: row.stateAt.toISOString(),
    tenantId: row.accountId,
    tenantName: row.accountName,
    hasConnection: kind?.manifest.runs === 'once',
    clientCount,
    deviceCount,
    lastPacketAt: row.lastPacketAt?.toISOString() ?? null,
    accepted: row.accepted,
    rejected: row.rejected,
    dropped: row.dropped,
    createdAt: row.createdAt.toISOString(),
  };
}

export function toWire(
  row: FoundConnector,
  kind: Kind | undefined,
  more: Figures & { secrets: string[]; language: Language },
): Connector {
  const parsed = kind?.manifest.options.safeParse(row.options);
  const endpoints = parsed?.success ? kind?.server.endpoints?.({ id: row.id, options: parsed.data }) : undefined;
  return {
    ...rowToWire(row, kind, more, more.language),
    description: row.description,
    options: row.options,
    secrets: more.secrets,
    mutator: row.mutator,
    deviceLimit: row.deviceLimit,
    capabilities: kind?.manifest.capabilities ?? incapable,
    endpoints: endpoints ?? [],
    updatedAt: row.updatedAt.toISOString(),
  };
}
