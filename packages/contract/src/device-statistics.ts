import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { deviceTag, deviceWire, healths, operationalStatuses, readsDevices } from './device.ts';

/** Buckets follow the account's time zone. */
export const statisticDurations = ['hour', 'day', 'week', 'month'] as const;
export type StatisticDuration = (typeof statisticDurations)[number];

export const maxStatisticBuckets = 1_000;

export const packetCount = z.object({
  at: isoTime,
  accepted: z.int(),
  /** Accepted packets without a device, with a failing driver or with refused values. */
  rejected: z.int(),
});
export type PacketCount = z.output<typeof packetCount>;

/** Counted from the packets that are still stored. Gaps are filled with zeros. */
export const readDeviceStatistics = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/statistics/{id}',
  tag: deviceTag,
  summary: 'How many packets a virtual device sent, by hour, day, week or month',
  permission: readsDevices,
  params: z.object({ id: textIdOf('device') }),
  query: z.object({
    startDate: isoTime,
    stopDate: isoTime.optional(),
    duration: z.enum(statisticDurations).default('hour'),
  }),
  response: dataOf(z.object({ buckets: z.array(packetCount), keptSince: isoTime.nullable() })),
  errors: ['VDEVICE_NOT_FOUND', 'HISTORY_SPAN_INVALID', 'HISTORY_TOO_MANY_BUCKETS'],
});

/** Growth: how many devices there were at the end of each bucket, by connector and by account. */
export const readGrowth = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/statistics',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'How the number of virtual devices grew in a period, split by connector and account',
  permission: readsDevices,
  body: z.object({
    tenantId: idOf('account').optional(),
    startDate: isoTime,
    stopDate: isoTime.optional(),
    duration: z.enum(['day', 'week', 'month']).default('day'),
  }),
  readOnly: true,
  response: dataOf(
    z.object({
      times: z.array(isoTime),
      total: z.array(z.int()),
      byConnector: z.array(z.object({ connectorId: z.int(), name: z.string(), counts: z.array(z.int()) })),
      byAccount: z.array(z.object({ tenantId: z.int(), name: z.string(), counts: z.array(z.int()) })),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND', 'HISTORY_SPAN_INVALID', 'HISTORY_TOO_MANY_BUCKETS'],
});

export const readPacketStatistics = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/packet-statistics',
  tag: deviceTag,
  summary: 'Packets of the connectors of the visible accounts, by hour or day, with bytes',
  permission: readsDevices,
  query: z.object({
    tenantId: textIdOf('account').optional(),
    startDate: isoTime.optional(),
    stopDate: isoTime.optional(),
    duration: z.enum(['hour', 'day']).default('hour'),
  }),
  response: dataOf(z.object({ buckets: z.array(packetCount.extend({ bytes: z.int() })) })),
  errors: ['ACCOUNT_NOT_FOUND', 'HISTORY_SPAN_INVALID', 'HISTORY_TOO_MANY_BUCKETS'],
});

export const readDeviceTotals = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/device-statistics',
  tag: deviceTag,
  summary: 'How many virtual devices there are, by health, status and connector, and how many were heard of lately',
  permission: readsDevices,
  query: z.object({ tenantId: textIdOf('account').optional() }),
  response: dataOf(
    z.object({
      total: z.int(),
      disabled: z.int(),
      byHealth: z.record(z.enum(healths), z.int()),
      byOperationalStatus: z.record(z.enum(operationalStatuses), z.int()),
      byConnectorType: z.array(z.object({ type: z.string(), count: z.int() })),
      /** Number of devices that sent a packet: since midnight, in the last 24 hours, 7 and 30 days. */
      seen: z.object({ today: z.int(), last24Hours: z.int(), lastWeek: z.int(), lastMonth: z.int(), never: z.int() }),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND'],
});
