import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'simulator';

export const fleetLimits = {
  devices: 10_000,
  /** Of all messages of a fleet together; what sends faster is a matter of `npm run simulate`. */
  messagesPerSecond: 500,
} as const;

const share = z.number().min(0).max(0.5);

/** How often the world is unkind to a message, as shares of all of them. */
export const fleetFaults = z.object({
  /** Never arrives, alone or in a run of several. */
  gap: share.default(0),
  duplicate: share.default(0),
  /** Arrives minutes to hours after it was measured. */
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

/** Its devices are made and removed in the background; only a ready one sends. */
export const fleetStates = ['making', 'ready', 'removing'] as const;

/** A make of sensor that fleets can imitate. */
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
  /** A kind of `GET /simulator/profiles`; one that is gone makes the fleet silent. */
  profile: z.string(),
  connector: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** The twin above its devices, null while they are being made. */
  dtwinId: z.int().nullable(),
  state: z.enum(fleetStates),
  /** The job that makes or removes its devices, or did so last. */
  jobId: z.int().nullable(),
  /** Of that job, while it runs. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  isRunning: z.boolean(),
  /** Of this run of the program; messages that a connector refused are not sent. */
  sent: z.int(),
  refused: z.int(),
  /** Why nothing is sent although it runs. */
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

/** Without a connector it gets a webhook of its own. Its devices are made in the background, then it begins to send. */
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

/** More or fewer devices are another fleet. */
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
