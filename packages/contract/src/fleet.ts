import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'simulator';

export const fleetLimits = {
  devices: 10_000,
  /** Limit for all messages of a fleet together; use `npm run simulate` for higher rates. */
  messagesPerSecond: 500,
} as const;

const share = z.number().min(0).max(0.5);

/** Simulated transmission faults, as shares of all messages. */
export const fleetFaults = z.object({
  /** Messages that are lost, alone or several in a row. */
  gap: share.default(0),
  duplicate: share.default(0),
  /** Messages that arrive minutes to hours after their measurement. */
  late: share.default(0),
});

const intervalSeconds = z.int().min(1).max(86_400);

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  deviceCount: z.int().min(1).max(fleetLimits.devices),
  intervalSeconds,
  faults: fleetFaults.default({ gap: 0, duplicate: 0, late: 0 }),
});
export type FleetFields = z.output<typeof fields>;

/** Devices are created and removed in the background; only a ready fleet sends. */
export const fleetStates = ['making', 'ready', 'removing'] as const;

/** A sensor model that fleets can simulate. */
export const fleetProfile = z.object({
  kind: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  icon: z.string(),
  intervalSeconds: z.int(),
  states: z.array(z.object({ key: z.string(), title: z.object({ de: z.string(), en: z.string() }), unit: z.string() })),
});
export type FleetProfile = z.output<typeof fleetProfile>;

export const fleet = fields.extend({
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  /** A kind of `GET /simulator/profiles`; a fleet whose profile is missing does not send. */
  profile: z.string(),
  connector: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** The parent twin of its devices; null while they are being created. */
  dtwinId: z.int().nullable(),
  state: z.enum(fleetStates),
  /** The latest job that creates or removes its devices. */
  jobId: z.int().nullable(),
  /** Progress of that job while it runs. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  isRunning: z.boolean(),
  /** Messages sent since the server started, without those that a connector refused. */
  sent: z.int(),
  refused: z.int(),
  /** The reason why a running fleet sends nothing. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  revision: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type Fleet = z.output<typeof fleet>;

export const listFleetProfiles = defineRoute({
  method: 'GET',
  path: '/api/v1/simulator/profiles',
  tag,
  summary: 'Makes of sensors that fleets can imitate, and the types of connectors that they can send through',
  permission: 'VirtualDevice.read',
  response: dataOf(z.object({ profiles: z.array(fleetProfile), connectorTypes: z.array(z.string()) })),
  errors: [],
});

export const listFleets = defineRoute({
  method: 'GET',
  path: '/api/v1/simulator/fleets',
  tag,
  summary: 'Fleets of virtual senders that the caller may see',
  permission: 'VirtualDevice.read',
  query: listQuery.extend({ sort: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name') }),
  response: listOf(fleet),
  errors: [],
});

const params = z.object({ id: textIdOf('fleet') });

export const readFleet = defineRoute({
  method: 'GET',
  path: '/api/v1/simulator/fleets/{id}',
  tag,
  summary: 'A fleet',
  permission: 'VirtualDevice.read',
  params,
  response: dataOf(fleet),
  errors: ['FLEET_NOT_FOUND'],
});

/**
 * Without a connector, the fleet gets its own webhook. Devices are created in the background, then it starts to send.
 */
export const createFleet = defineRoute({
  method: 'POST',
  path: '/api/v1/simulator/fleets',
  tag,
  summary: 'Create a fleet with its devices',
  permission: 'VirtualDevice.manage',
  body: fields.extend({
    tenantId: idOf('account'),
    profile: z.string().max(100),
    connectorId: idOf('connectorChoice').nullable().default(null),
    seed: z.int().min(0).max(2_147_483_647).optional(),
  }),
  response: dataOf(z.object({ id: z.int(), jobId: z.int() })),
  status: 202,
  errors: [
    'ACCOUNT_NOT_FOUND',
    'BRIDGE_NOT_FOUND',
    'BRIDGE_DUPLICATE_NAME',
    'DTWIN_CREATE_DUPLICATE_ENTRY',
    'VDEVICE_LIMIT_REACHED',
    'FLEET_PROFILE_UNKNOWN',
    'FLEET_CONNECTOR_UNSUITABLE',
    'FLEET_TOO_FAST',
  ],
});

/** The number of devices can't be changed: create another fleet. */
export const updateFleet = defineRoute({
  method: 'PATCH',
  path: '/api/v1/simulator/fleets/{id}',
  tag,
  summary: 'Change the name, the pace or the faults of a fleet, stop it or let it run',
  permission: 'VirtualDevice.manage',
  params,
  body: fields
    .omit({ deviceCount: true })
    .extend({ faults: fleetFaults, isRunning: z.boolean() })
    .partial()
    .extend({ revision: z.int() }),
  response: dataOf(fleet),
  errors: ['FLEET_NOT_FOUND', 'FLEET_TOO_FAST', 'FLEET_CHANGED_MEANWHILE'],
});

export const deleteFleet = defineRoute({
  method: 'DELETE',
  path: '/api/v1/simulator/fleets/{id}',
  tag,
  summary: 'Delete a fleet with its devices and all that they have sent',
  permission: 'VirtualDevice.manage',
  params,
  response: dataOf(z.object({ jobId: z.int() })),
  status: 202,
  errors: ['FLEET_NOT_FOUND', 'DTWIN_DELETE_STATES_AGGREGATED'],
});
