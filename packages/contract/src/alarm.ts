import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf, textNumber } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import {
  deviceFilter,
  deviceFilterErrors,
  deviceWire,
  inSmartGroup,
  operationalStatuses,
  readsDevices,
} from './device.ts';
import { alarmCategories, alarmSeverities, readsRules } from './rule.ts';
import { judgedNode, runCommand, runMetric, runTrigger } from './rule-run.ts';
import { timeZone } from './state-source.ts';
import { twinCategories } from './twin.ts';

export const alarmTag = 'alarms';

export const alarmStatuses = ['unresolved', 'resolved'] as const;
export type AlarmStatus = (typeof alarmStatuses)[number];

/**
 * The source of an alarm: the health of a device, a rule, the packet monitoring of a smart group, or the common cause of
 * many devices that fell silent.
 */
export const alarmTypes = ['health', 'rule', 'packets', 'silence'] as const;
export type AlarmType = (typeof alarmTypes)[number];

export const alarmComment = z.object({
  id: z.int(),
  message: z.string(),
  author: z.string().nullable(),
  createdAt: isoTime,
});

export const alarmRow = z.object({
  id: z.int(),
  date: isoTime,
  resolvedAt: isoTime.nullable(),
  severity: z.enum(alarmSeverities),
  status: z.enum(alarmStatuses),
  type: z.enum(alarmTypes),
  category: z.enum(alarmCategories),
  message: z.string(),
  tenantId: z.int(),
  tenantName: z.string(),
  /** Null once the twin is deleted. */
  origin: z.object({ id: z.int(), title: z.string(), category: z.enum(twinCategories) }).nullable(),
  rule: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** The smart group whose packets are monitored; null once it is deleted, and if the caller may not see it. */
  smartGroup: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** The alarm about the common cause of this one. */
  causeId: z.int().nullable(),
  /** For an alarm about a common cause: the number of alarms that it represents. */
  affectedCount: z.int(),
  /** Current status of a virtual device. */
  operationalStatus: z.enum(operationalStatuses).nullable(),
  commentCount: z.int(),
  lastComment: alarmComment.nullable(),
  /** The user who resolved the alarm by hand. */
  resolvedBy: z.string().nullable(),
  acknowledgedAt: isoTime.nullable(),
  acknowledgedBy: z.string().nullable(),
  assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Muted by hand until then. */
  mutedUntil: isoTime.nullable(),
  /** Muted by hand or by a maintenance: it doesn't change the status of its twin, and mails are not sent. */
  isMuted: z.boolean(),
  /** The values when the alarm was raised and the current ones, of states that the caller may read. */
  values: z.array(
    z.object({
      title: z.string(),
      unit: z.string(),
      raised: z.json(),
      now: z.json(),
      at: isoTime.nullable(),
    }),
  ),
  abilities: z.object({ comment: z.boolean(), resolve: z.boolean(), handle: z.boolean() }),
});
export type AlarmRow = z.output<typeof alarmRow>;

/** Message of the topic `alarms/{accountId}`: number of changes in the account and below; 0 if some were missed. */
export const alarmNews = z.object({ changed: z.int() });
export type AlarmNews = z.output<typeof alarmNews>;

/**
 * Every word of `message` must occur in the text as the caller sees it. For texts of the platform, words are matched
 * against the translation in the caller's language and its parameters. `dtwinId`, external id, tags, groups, driver
 * (device type) and operational status filter by the current data of the origin; `from` and `to` by the start of the alarm.
 */
export const alarmFilter = z.object({
  message: z.string().trim().max(200).optional(),
  /** The twin or virtual device. */
  dtwinId: textIdOf('twin').optional(),
  /** `deviceId` on the wire. Words of the external id of the virtual device; a text in double quotes must equal the whole external id. */
  externalId: z.string().trim().max(202).optional(),
  tenantId: deviceFilter.shape.tenantId,
  categories: textList(z.enum(alarmCategories), alarmCategories.length).optional(),
  driverId: deviceFilter.shape.driverId,
  operationalStatus: deviceFilter.shape.operationalStatus,
  groups: deviceFilter.shape.groups,
  tags: deviceFilter.shape.tags,
  status: z.enum(alarmStatuses).optional(),
  severity: z.enum(alarmSeverities).optional(),
  type: z.enum(alarmTypes).optional(),
  ruleId: textIdOf('rule').optional(),
  /** The alarms that an alarm about a common cause represents; other lists omit them, except those of their twin. */
  causeId: textIdOf('alarm').optional(),
  /** Alarms of the devices of the group, and of its packet monitoring. */
  ...inSmartGroup,
  from: isoTime.optional(),
  to: isoTime.optional(),
});
export type AlarmFilter = z.output<typeof alarmFilter>;

const filterErrors = [...deviceFilterErrors, 'RULE_NOT_FOUND', 'ALARM_NOT_FOUND', 'SMART_GROUP_NOT_FOUND'] as const;
const sorts = ['date', 'resolvedAt', 'severity', 'category', 'message'] as const;
export type AlarmSort = (typeof sorts)[number];

export const alarmListQuery = listQuery.omit({ search: true }).extend({
  ...alarmFilter.shape,
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('-date'),
});

/**
 * Resolved alarms are kept for two years, open ones until they are resolved. Alarms of a deleted twin stay with its
 * account.
 */
export const listAlarms = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs',
  tag: alarmTag,
  wire: deviceWire,
  summary: 'The alarm log',
  permission: readsDevices,
  query: alarmListQuery,
  response: listOf(alarmRow),
  errors: filterErrors,
});

/**
 * Statistics of the alarms that match the filter. Categories count alarms that began in the span; days count alarms
 * that began or ended on that day in the given time zone: the last 30 days by default, at most the last 400 days of a
 * span.
 */
export const readAlarmStatistics = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/statistics',
  tag: alarmTag,
  wire: deviceWire,
  summary: 'Alarms by category, and by day how many came and went',
  permission: readsDevices,
  query: alarmFilter.extend({ zone: timeZone.default('Europe/Berlin') }),
  response: dataOf(
    z.object({
      /** All open alarms; with a span, those that began in it. */
      unresolved: z.object({ error: z.int(), warning: z.int() }),
      byCategory: z.array(z.object({ category: z.enum(alarmCategories), error: z.int(), warning: z.int() })),
      /** Every day of the span, including days without alarms; at most 400. */
      byDay: z.array(z.object({ day: z.iso.date(), created: z.int(), resolved: z.int() })),
    }),
  ),
  errors: filterErrors,
});

/** The number behind "open alarms" wherever it is shown. */
export const countOpenAlarms = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/open',
  tag: alarmTag,
  summary: 'How many alarms are open, by severity',
  permission: readsDevices,
  query: alarmFilter.pick({ dtwinId: true, tenantId: true }),
  response: dataOf(z.object({ error: z.int(), warning: z.int() })),
  errors: ['DTWIN_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('alarm') });
const message = z.string().trim().min(1).max(2_000);

export const readAlarm = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/{id}',
  tag: alarmTag,
  summary: 'An entry of the alarm log with its comments',
  permission: readsDevices,
  params,
  response: dataOf(alarmRow.extend({ comments: z.array(alarmComment) })),
  errors: ['ALARM_NOT_FOUND'],
});

/** Every user who may see an alarm may comment on it. */
export const commentAlarm = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/{id}/comments',
  tag: alarmTag,
  summary: 'Comment on an alarm',
  permission: readsDevices,
  params,
  body: z.object({ message }),
  response: dataOf(alarmComment),
  status: 201,
  errors: ['ALARM_NOT_FOUND'],
});

const alarmIds = z.array(idOf('alarm')).min(1).max(500);

export const commentAlarms = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/__batch__/comments',
  tag: alarmTag,
  summary: 'The same comment on several alarms',
  permission: readsDevices,
  body: z.object({ ids: alarmIds, message }),
  response: dataOf(z.object({ commented: z.int() })),
  status: 201,
  errors: ['ALARM_NOT_FOUND'],
});

/**
 * Resolves alarms of rules; alarms of health end with their problem. Alarms that are already resolved stay unchanged:
 * if two users, or a user and the rule, resolve an alarm at once, only one of them succeeds. The rule opens a new alarm
 * when it finds its conditions met again. The message becomes a comment on the alarms resolved by this call.
 */
export const resolveAlarms = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/__batch__/resolve',
  tag: alarmTag,
  summary: 'Resolve alarms of rules by hand',
  permission: 'VirtualDevice.manage',
  body: z.object({ ids: alarmIds, message: message.optional() }),
  response: dataOf(z.object({ resolved: z.int() })),
  errors: ['ALARM_NOT_FOUND', 'ALARM_RESOLVES_ITSELF'],
});

const handlesAlarms = anyOf('VirtualDevice.write', 'VirtualDevice.manage');

/** Says that a user looks after the alarms, or takes that back. Further mails of an escalation are then not sent. */
export const acknowledgeAlarms = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/__batch__/acknowledge',
  tag: alarmTag,
  summary: 'Acknowledge alarms',
  permission: handlesAlarms,
  body: z.object({ ids: alarmIds, isAcknowledged: z.boolean().default(true) }),
  response: dataOf(z.object({ changed: z.int() })),
  errors: ['ALARM_NOT_FOUND'],
});

/** Assigns alarms to a user; `me` is the caller. */
export const assignAlarms = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/__batch__/assign',
  tag: alarmTag,
  summary: 'Assign alarms to a user, or to nobody',
  permission: handlesAlarms,
  body: z.object({
    ids: alarmIds,
    to: z.union([z.literal('me'), z.object({ userId: idOf('relatedUser') }), z.null()]),
  }),
  response: dataOf(z.object({ changed: z.int() })),
  errors: ['ALARM_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** A time in the past, or null, ends it. */
export const muteAlarms = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/__batch__/mute',
  tag: alarmTag,
  summary: 'Mute alarms until a time',
  permission: handlesAlarms,
  body: z.object({ ids: alarmIds, until: isoTime.nullable() }),
  response: dataOf(z.object({ changed: z.int() })),
  errors: ['ALARM_NOT_FOUND'],
});

const handlesTwins = anyOf('DigitalTwin.write', 'VirtualDevice.write', 'VirtualDevice.manage');
const twinParams = z.object({ id: textIdOf('twin') });

export const maintenanceFields = z
  .object({
    from: isoTime,
    to: isoTime,
    /** Also for everything below the twin. */
    includesBelow: z.boolean().default(true),
    reason: z.string().trim().max(500).default(''),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'] });

export const maintenance = z.object({
  id: z.int(),
  dtwinId: z.int(),
  dtwinTitle: z.string(),
  from: isoTime,
  to: isoTime,
  includesBelow: z.boolean(),
  reason: z.string(),
  createdBy: z.string().nullable(),
});
export type Maintenance = z.output<typeof maintenance>;

/** Those of the twin and those above it that include it; past ones are left out. */
export const listMaintenances = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/maintenance',
  tag: alarmTag,
  summary: 'Maintenance windows of a twin, now and in the future',
  permission: readsRules,
  narrowed: true,
  params: twinParams,
  response: dataOf(z.array(maintenance)),
  errors: ['DTWIN_NOT_FOUND'],
});

/** While it lasts, alarms of the twin are muted: they are logged, but send no mails and don't change its status. */
export const createMaintenance = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/maintenance',
  tag: alarmTag,
  summary: 'Mute a twin for a time of maintenance',
  permission: handlesTwins,
  narrowed: true,
  params: twinParams,
  body: maintenanceFields,
  response: dataOf(maintenance),
  status: 201,
  errors: ['DTWIN_NOT_FOUND'],
});

export const deleteMaintenance = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/{id}/maintenance/{window}',
  tag: alarmTag,
  summary: 'End or cancel a maintenance',
  permission: handlesTwins,
  narrowed: true,
  params: twinParams.extend({ window: textNumber }),
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DTWIN_NOT_FOUND', 'MAINTENANCE_NOT_FOUND'],
});

const step = z.object({ state: z.string(), title: z.string(), value: z.json(), unit: z.string() });

/** All fields describe the moment at which the alarm was raised unless noted; null if the data is no longer stored. */
export const explainAlarm = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/{id}/explanation',
  tag: alarmTag,
  summary: 'Why there is this alarm',
  permission: readsDevices,
  params,
  response: dataOf(
    z.object({
      alarm: alarmRow,
      /** Set for alarms of rules. */
      rule: z
        .object({
          id: z.int(),
          title: z.string(),
          revision: z.int(),
          /** The rule has changed since the alarm. */
          isOutdated: z.boolean(),
          trigger: runTrigger,
          metrics: z.array(runMetric.extend({ state: step.nullable() })),
          conditions: judgedNode.nullable(),
          script: z.string().nullable(),
          executionId: z.int(),
        })
        .nullable(),
      /** Set for alarms of health: the check and its input. */
      health: z
        .object({
          identifier: z.string(),
          check: z.string().nullable(),
          driver: z.object({ id: z.int(), title: z.string(), version: z.int() }).nullable(),
          values: z.array(step),
          lastSeenAt: isoTime.nullable(),
          durationMinutes: z.int().nullable(),
        })
        .nullable(),
      /** The packet that contained the value: raw, as parsed, and the resulting states. */
      packet: z
        .object({
          id: z.string(),
          receivedAt: isoTime,
          connector: z.object({ id: z.int(), name: z.string() }).nullable(),
          payload: z.json(),
          driver: z.object({ id: z.int(), title: z.string(), version: z.int() }).nullable(),
          /** Parsed by the current driver, if its version is still the same. */
          variables: z.record(z.string(), z.json()).nullable(),
          states: z.array(step),
        })
        .nullable(),
      /** Commands sent because of the alarm, with their outcome. */
      notified: z.array(runCommand.extend({ executionId: z.int() })),
      /**
       * Half an hour before and after: changes of configuration, other alarms, connectors; newest first, at most 50.
       */
      around: z.array(
        z.object({
          at: isoTime,
          kind: z.enum(['change', 'alarm', 'alarmResolved', 'connector', 'rule']),
          /** Text in the caller's language. */
          text: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
  ),
  errors: ['ALARM_NOT_FOUND'],
});
