import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';

export const connectorTag = 'connectors';

/** waiting → connecting → connected or error (tried again after 5, 15, 60, then every 300 s); disabled is switched off. */
export const connectorStates = ['waiting', 'connecting', 'connected', 'error', 'disabled'] as const;
export type ConnectorState = (typeof connectorStates)[number];

export const connectorDirections = ['incoming', 'outgoing', 'both'] as const;

/** What a kind can do; screens offer exactly this. */
export const connectorCapabilities = z.object({
  /** Virtual devices can take their data from it. */
  devices: z.boolean(),
  /** States of twins can take their data from it. */
  states: z.boolean(),
  downlinks: z.boolean(),
  /** Creates, changes and deletes devices in the other system. */
  deviceManagement: z.boolean(),
  /** Takes deliveries of flows and rules. */
  deliveries: z.boolean(),
});
export type ConnectorCapabilities = z.output<typeof connectorCapabilities>;

/** Reshapes what comes in into messages `{ id, timestamp?, payload, meta? }`, one or several; null drops it. */
export const mutator = z.object({
  language: z.enum(['none', 'javascript', 'jsonata']),
  script: z.string().max(65_536),
});
export type Mutator = z.output<typeof mutator>;

/** Fields of the configuration that never leave the server; null removes one. */
const secrets = z.record(z.string().max(50), z.string().max(20_000).nullable());

const fields = z.object({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2_000).default(''),
  active: z.boolean().default(true),
  /** By the schema of its kind. */
  options: z.record(z.string().max(50), z.json()).default({}),
  secrets: secrets.default({}),
  mutator: mutator.default({ language: 'none', script: '' }),
  /** How many virtual devices may take their data from it; null: as many as come. */
  deviceLimit: z.int().min(0).max(1_000_000).nullable().default(null),
});

export const connectorKind = z.object({
  type: z.string(),
  direction: z.enum(connectorDirections),
  capabilities: connectorCapabilities,
  /** JSON Schema of `options`; forms are made from it where the kind brings none of its own. */
  optionsSchema: z.record(z.string(), z.unknown()),
  /** How devices are named in the other system: any text, or an EUI-64. */
  identifier: z.enum(['text', 'eui64']),
  /** JSON Schema of what a device needs beside its name (`connectorData`). */
  deviceSchema: z.record(z.string(), z.unknown()),
  secrets: z.array(
    z.object({
      name: z.string(),
      required: z.boolean(),
      /** Made by the server where none is given, and on demand. */
      generated: z.boolean(),
    }),
  ),
  version: z.int(),
});
export type ConnectorKind = z.output<typeof connectorKind>;

export const connectorRow = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  kind: z.enum(connectorDirections),
  /** The plug-in of its type is missing or broken. */
  isUnknown: z.boolean(),
  active: z.boolean(),
  state: z.enum(connectorStates),
  stateReason: z.object({ code: z.string(), message: z.string() }).nullable(),
  stateAt: isoTime,
  tenantId: z.int(),
  tenantName: z.string(),
  deviceCount: z.int(),
  lastPacketAt: isoTime.nullable(),
  /** Since the connector was created. */
  accepted: z.int(),
  rejected: z.int(),
  createdAt: isoTime,
});
export type ConnectorRow = z.output<typeof connectorRow>;

export const connector = connectorRow.extend({
  description: z.string(),
  options: z.record(z.string(), z.unknown()),
  /** Which secrets are set. */
  secrets: z.array(z.string()),
  mutator,
  deviceLimit: z.int().nullable(),
  capabilities: connectorCapabilities,
  /** Addresses, topics and names to enter in the other system. */
  endpoints: z.array(z.object({ name: z.string(), value: z.string() })),
  updatedAt: isoTime,
});
export type Connector = z.output<typeof connector>;

export const listConnectorKinds = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/types',
  tag: connectorTag,
  summary: 'The kinds of connectors that this installation has',
  permission: anyOf('all.manage', 'VirtualDevice.read'),
  response: dataOf(z.array(connectorKind)),
});

/** To choose from; without their configuration. */
export const listConnectorConfigs = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/configs',
  tag: connectorTag,
  summary: 'Connectors by name, with what they can do; at most a hundred',
  permission: anyOf('all.manage', 'VirtualDevice.read'),
  query: z.object({ tenantId: textIdOf('account').optional(), search: z.string().trim().max(100).optional() }),
  response: dataOf(
    z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        type: z.string(),
        state: z.enum(connectorStates),
        tenantId: z.int(),
        capabilities: connectorCapabilities,
      }),
    ),
  ),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const sorts = ['name', 'type', 'state', 'createdAt', 'lastPacketAt'] as const;
export type ConnectorSort = (typeof sorts)[number];
export const connectorListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
  types: textList(z.string().max(50), 30).optional(),
  state: z.enum(connectorStates).optional(),
});

export const listConnectors = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge',
  tag: connectorTag,
  summary: 'Connectors of the accounts that the caller administers',
  permission: 'all.manage',
  query: connectorListQuery,
  response: listOf(connectorRow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('connector') });
const optionErrors = [
  'BRIDGE_TYPE_UNKNOWN',
  'BRIDGE_OPTIONS_INVALID',
  'BRIDGE_SECRET_MISSING',
  'BRIDGE_INVALID_MUTATOR_SCRIPT',
  'BRIDGE_CONNECTION_FAILED',
] as const;

export const newConnector = fields.extend({ tenantId: idOf('account'), type: z.string().min(1).max(50) });

/** Generated passwords and keys are answered once, in `generated`. */
export const createConnector = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge',
  tag: connectorTag,
  summary: 'Create a connector; type and account stay as they are',
  permission: 'all.manage',
  body: newConnector,
  // The connection is tried first, which may take seconds.
  transaction: 'own',
  response: dataOf(z.object({ connector, generated: z.record(z.string(), z.string()) })),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'BRIDGE_DUPLICATE_NAME', ...optionErrors],
});

export const readConnector = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/{id}',
  tag: connectorTag,
  summary: 'A connector',
  permission: 'all.manage',
  params,
  response: dataOf(connector),
  errors: ['BRIDGE_NOT_FOUND'],
});

export const connectorChange = z
  .object({
    name: fields.shape.name,
    description: fields.shape.description.unwrap(),
    active: z.boolean(),
    options: fields.shape.options.unwrap(),
    secrets,
    mutator,
    deviceLimit: fields.shape.deviceLimit.unwrap(),
    /** Secrets of these names are made anew and answered once. */
    generate: z.array(z.string().max(50)).max(5),
  })
  .partial();

export const updateConnector = defineRoute({
  method: 'PUT',
  path: '/api/v1/bridge/{id}',
  tag: connectorTag,
  summary: 'Change a connector; it connects anew when its connection data changed',
  permission: 'all.manage',
  params,
  body: connectorChange,
  transaction: 'own',
  response: dataOf(z.object({ connector, generated: z.record(z.string(), z.string()) })),
  errors: ['BRIDGE_NOT_FOUND', 'BRIDGE_DUPLICATE_NAME', ...optionErrors],
});

export const deleteConnector = defineRoute({
  method: 'DELETE',
  path: '/api/v1/bridge/{id}',
  tag: connectorTag,
  summary: 'Delete a connector; refused while devices or states use it',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['BRIDGE_NOT_FOUND', 'BRIDGE_IN_USE'],
});

/** Tries the connection without saving. With `id` the secrets that are not given are those of that connector. */
export const validateConnector = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/validate',
  tag: connectorTag,
  summary: 'Would a connection with these data work?',
  permission: 'all.manage',
  body: z.object({
    id: idOf('connector').optional(),
    type: z.string().min(1).max(50),
    options: fields.shape.options,
    secrets: fields.shape.secrets,
  }),
  readOnly: true,
  response: dataOf(
    z.object({ isValid: z.boolean(), problem: z.object({ code: z.string(), message: z.string() }).nullable() }),
  ),
  errors: ['BRIDGE_NOT_FOUND', 'BRIDGE_TYPE_UNKNOWN'],
});

export const sentMessage = z.object({
  body: z.json(),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  topic: z.string().max(1_000).default(''),
});

export const testMutator = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/mutator-test',
  tag: connectorTag,
  summary: 'Run a mutator script on a message',
  permission: 'all.manage',
  body: z.object({ mutator, message: sentMessage }),
  readOnly: true,
  response: dataOf(
    z.object({
      /** Messages in the standard form. */
      messages: z.array(z.json()),
      problem: z.object({ code: z.string(), message: z.string(), line: z.int().nullable() }).nullable(),
      logs: z.array(z.string()),
      durationMs: z.number(),
    }),
  ),
});

/** Kinds that take deliveries: sends one now, outside of any flow. */
export const commandConnector = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/{id}/command',
  tag: connectorTag,
  summary: 'Send something through a connector',
  permission: 'all.manage',
  params,
  body: z.object({ command: z.json() }),
  // The other side may take its time.
  transaction: 'own',
  response: dataOf(z.object({ result: z.json() })),
  errors: ['BRIDGE_NOT_FOUND', 'BRIDGE_NO_COMMANDS', 'BRIDGE_CONNECTION_FAILED'],
});

export const trafficOutcomes = ['applied', 'partial', 'pending', 'dropped', 'rejected'] as const;

/** The last hundred; headers that could hold a secret are masked. */
export const listTraffic = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/{id}/traffic',
  tag: connectorTag,
  summary: 'The newest packets of a connector, and what became of them',
  permission: 'all.manage',
  params,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    outcome: z.enum(trafficOutcomes).optional(),
  }),
  response: dataOf(
    z.array(
      z.object({
        id: z.string(),
        receivedAt: isoTime,
        identifier: z.string(),
        device: z.object({ id: z.int(), title: z.string() }).nullable(),
        outcome: z.enum(trafficOutcomes),
        reason: z.object({ code: z.string(), message: z.string() }).nullable(),
        content: z.unknown(),
        sizeBytes: z.int(),
      }),
    ),
  ),
  errors: ['BRIDGE_NOT_FOUND'],
});

export const listConnectorLogs = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/{id}/logs',
  tag: connectorTag,
  summary: 'The newest changes of a connector’s state',
  permission: 'all.manage',
  params,
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(100) }),
  response: dataOf(
    z.array(
      z.object({
        at: isoTime,
        state: z.enum(connectorStates),
        code: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  ),
  errors: ['BRIDGE_NOT_FOUND'],
});

export const resetConnectorState = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/{id}/state-reset',
  tag: connectorTag,
  summary: 'Connect anew',
  permission: 'all.manage',
  params,
  body: z.object({ state: z.enum(['waiting', 'disabled']).default('waiting') }),
  response: dataOf(connector),
  errors: ['BRIDGE_NOT_FOUND'],
});
