import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { deviceTag, healths, readsDevices } from './device.ts';
import { parseResult } from './driver-workbench.ts';
import { payloadEncoding } from './payload-encoding.ts';

const params = z.object({ id: textIdOf('device') });

/** Standard format of an incoming message; both spellings are accepted. */
export const incomingMessage = z.object({
  id: z.union([z.string().min(1).max(200), z.number()]).optional(),
  identifier: z.union([z.string().min(1).max(200), z.number()]).optional(),
  timestamp: z.union([z.string().max(50), z.number()]).optional(),
  time: z.union([z.string().max(50), z.number()]).optional(),
  payload: z.json().optional(),
  packet: z.json().optional(),
  meta: z.record(z.string(), z.json()).optional(),
});

export const packetOutcomes = ['applied', 'partial', 'pending', 'dropped', 'rejected'] as const;

export const devicePacket = z.object({
  /** Shard and sequence number. */
  id: z.string(),
  receivedAt: isoTime,
  payload: z.json(),
  meta: z.record(z.string(), z.unknown()),
  /** `meta` as the driver receives it: with time, identifier, connector and device. */
  driverMeta: z.record(z.string(), z.unknown()),
  outcome: z.enum(packetOutcomes),
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Values parsed by the current driver, by key of the state, without times; of several times, those of the first. */
  values: z.record(z.string(), z.json()),
  /** Variables of the current driver that have no state. */
  unused: z.array(z.string()),
  /** Refused values by key of the state; only the first ones. */
  refused: z.array(z.object({ key: z.string(), reason: z.object({ code: z.string(), message: z.string() }) })),
  /** Values that a later packet (`by`) with the same time has replaced in the history, by key of the state. */
  replaced: z.array(z.object({ key: z.string(), by: z.string() })),
});
export type DevicePacket = z.output<typeof devicePacket>;

export const listDevicePackets = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/packets',
  tag: deviceTag,
  summary: 'Packets of a device, the newest first; page on with `before`',
  permission: readsDevices,
  params,
  query: z.object({
    startDate: isoTime.optional(),
    before: isoTime.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    outcome: z.enum(packetOutcomes).optional(),
  }),
  response: dataOf(z.object({ packets: z.array(devicePacket), hasMore: z.boolean() })),
  errors: ['VDEVICE_NOT_FOUND'],
});

/**
 * Message of the topic `device/{id}`: number of packets since the last message, how many of them had an error, and the
 * health if it has changed (in a message of its own, without packets and times).
 */
export const deviceNews = z.object({
  id: z.int(),
  lastSeenAt: isoTime.nullable(),
  packets: z.int(),
  faults: z.int(),
  health: z.enum(healths).optional(),
});
export type DeviceNews = z.output<typeof deviceNews>;

export const downlinkStates = ['pending', 'sent', 'confirmed', 'failed'] as const;

export const downlink = z.object({
  id: z.int(),
  name: z.string().nullable(),
  port: z.int(),
  payload: z.string(),
  encoding: payloadEncoding,
  confirmed: z.boolean(),
  state: z.enum(downlinkStates),
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: isoTime,
  createdBy: z.string().nullable(),
  changedAt: isoTime,
});
export type Downlink = z.output<typeof downlink>;

/** Message of the topic `device/{id}/downlinks` on every change of a downlink's state. The reason is not included. */
export const downlinkNews = downlink.pick({ id: true, state: true, changedAt: true });
export type DownlinkNews = z.output<typeof downlinkNews>;

export const sendDownlink = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/downlinks',
  tag: deviceTag,
  summary: 'Send a downlink: one of the driver’s by name, or a payload of one’s own',
  permission: 'VirtualDevice.manage',
  params,
  body: z
    .object({
      name: z.string().max(100).optional(),
      port: z.int().min(1).max(223).default(1),
      payload: z.string().max(2_000).optional(),
      encoding: payloadEncoding.default('base16'),
      confirmed: z.boolean().default(false),
      gatewayIds: z.array(z.string().max(100)).max(20).default([]),
    })
    .refine(({ name, payload }) => (name === undefined) !== (payload === undefined), { path: ['payload'] }),
  response: dataOf(downlink),
  status: 201,
  errors: ['VDEVICE_NOT_FOUND', 'VDEVICE_NO_DOWNLINKS', 'VDEVICE_DOWNLINK_UNKNOWN', 'VDEVICE_DOWNLINK_PAYLOAD'],
});

export const listDownlinks = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/downlinks',
  tag: deviceTag,
  summary: 'The last hundred downlinks of a device',
  permission: readsDevices,
  params,
  response: dataOf(z.array(downlink)),
  errors: ['VDEVICE_NOT_FOUND'],
});

const span = { deviceIds: z.array(idOf('device')).min(1).max(500), startDate: isoTime, endDate: isoTime };

/**
 * Compares packets that are still stored; the response contains the time of the oldest one. `before` are the values in
 * the history at the packet's times, `after` the values parsed by the current driver. At most fifty samples are
 * returned.
 */
export const previewReparse = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/reparse/preview',
  tag: deviceTag,
  summary: 'What another run of the driver over past packets would change',
  permission: 'VirtualDevice.manage',
  body: z.object(span),
  readOnly: true,
  response: dataOf(
    z.object({
      packets: z.int(),
      keptSince: isoTime.nullable(),
      /** Counted over the first thousand packets. */
      changed: z.int(),
      samples: z.array(
        z.object({
          deviceId: z.int(),
          receivedAt: isoTime,
          before: z.record(z.string(), z.json()),
          after: parseResult.pick({ variables: true, error: true }),
        }),
      ),
    }),
  ),
  errors: ['VDEVICE_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});

export const startReparse = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/virtualdevice-reparse',
  tag: deviceTag,
  summary: 'Rewrite the values of past packets, marked as re-derived, as a background job',
  permission: 'VirtualDevice.manage',
  body: z.object({ ...span, runRules: z.boolean().default(false) }),
  response: dataOf(z.object({ job: z.object({ id: z.int() }) })),
  status: 202,
  errors: ['VDEVICE_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});
