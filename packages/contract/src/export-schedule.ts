import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute } from './core/route.ts';
import { exportLayoutFields, exportMail, exportTag, isReadable } from './data-export.ts';
import { operationalStatuses } from './device.ts';
import { exportFrequency, exportTimeRanges, frequencyFields } from './export-frequency.ts';
import { jobStates } from './job.ts';
import { stateKey } from './state.ts';
import { twinTypes } from './twin.ts';

/** Users who see the devices or twins of a scope see its schedules, and may create their own. */
export const seesSchedules = anyOf('DigitalTwin.read', 'VirtualDevice.read');
/** Schedules of others. */
export const managesSchedules = anyOf('DigitalTwin.manage', 'VirtualDevice.manage');

const words = z.array(z.string().trim().min(1).max(100)).max(20).default([]);

/** Empty lists and absent ids filter nothing. The filter is evaluated in each run, so it includes later objects. */
const twinSelection = z.object({
  search: z.string().trim().max(200).default(''),
  /** The twin and its subtree. */
  belowId: idOf('twin').nullable().default(null),
  types: z.array(z.enum(twinTypes)).max(twinTypes.length).default([]),
  tags: words,
  /** Only these twins. */
  ids: z.array(idOf('twin')).max(500).default([]),
});

const deviceSelection = z.object({
  /** A text in double quotes must equal a whole title, external id, tag or group. */
  search: z.string().trim().max(200).default(''),
  belowId: idOf('twin').nullable().default(null),
  driverIds: z.array(idOf('driver')).max(100).default([]),
  connectorId: idOf('connectorChoice').nullable().default(null),
  operationalStatus: z.array(z.enum(operationalStatuses)).max(operationalStatuses.length).default([]),
  tags: words,
  groups: words,
  ids: z.array(idOf('twin')).max(500).default([]),
});

export const exportSelection = z.object({
  twins: twinSelection.nullable().default(null),
  devices: deviceSelection.nullable().default(null),
});
export type ExportSelection = z.output<typeof exportSelection>;

/** `config` is the command of the connector as JSON; `{{csv}}`, `{{base64}}` and `{{fileName}}` are filled in. */
export const exportForward = z.object({
  connectorId: idOf('connectorChoice'),
  config: z.string().min(2).max(20_000),
});
export type ExportForward = z.output<typeof exportForward>;

/** Larger files can't be forwarded by a connector. */
export const maxForwardedBytes = 5_000_000;

export const scheduleFields = {
  name: z.string().trim().min(1).max(100),
  active: z.boolean().default(true),
  selection: exportSelection,
  /** Only data states with these identifiers; empty: all. */
  stateKeys: z.array(stateKey).max(100).default([]),
  timeRange: z.enum(exportTimeRanges),
  frequency: exportFrequency,
  ...exportLayoutFields,
  mail: exportMail.nullable().default(null),
  forward: exportForward.nullable().default(null),
};
const fields = z.object(scheduleFields);
export type ScheduleFields = z.output<typeof fields>;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The rules across fields, by the path of the field that shows the error. */
export function scheduleProblems(schedule: Partial<ScheduleFields>): string[][] {
  const { selection, mail, forward } = schedule;
  return [
    ...(isReadable(schedule) ? [] : [['decimal']]),
    ...(selection && !selection.twins && !selection.devices ? [['selection']] : []),
    ...(mail && mail.connectorId === null ? [['mail', 'connectorId']] : []),
    ...(forward && !isJson(forward.config) ? [['forward', 'config']] : []),
  ];
}

const addProblems = (value: Partial<ScheduleFields>, ctx: z.RefinementCtx) => {
  for (const path of scheduleProblems(value)) ctx.addIssue({ code: 'custom', path });
};

export const newSchedule = fields.extend({ tenantId: idOf('account') }).superRefine(addProblems);
export type NewSchedule = z.output<typeof newSchedule>;

/** Absent fields stay as they are. */
const optional = <T extends z.ZodType>(schema: T) => z.optional(schema);
export const scheduleChange = z
  .object({
    name: optional(scheduleFields.name),
    active: z.boolean().optional(),
    selection: optional(scheduleFields.selection),
    stateKeys: z.array(stateKey).max(100).optional(),
    timeRange: optional(scheduleFields.timeRange),
    frequency: optional(scheduleFields.frequency),
    format: optional(exportLayoutFields.format.unwrap()),
    aggregation: optional(exportLayoutFields.aggregation.unwrap()),
    duration: optional(exportLayoutFields.duration.unwrap()),
    method: optional(exportLayoutFields.method.unwrap()),
    zone: optional(exportLayoutFields.zone.unwrap()),
    language: optional(exportLayoutFields.language.unwrap()),
    delimiter: optional(exportLayoutFields.delimiter.unwrap()),
    decimal: optional(exportLayoutFields.decimal.unwrap()),
    mail: exportMail.nullable().optional(),
    forward: exportForward.nullable().optional(),
  })
  .superRefine(addProblems);

export const exportSchedule = fields.extend({
  frequency: frequencyFields,
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  selection: z.object({
    twins: twinSelection.extend({ belowId: z.int().nullable(), ids: z.array(z.int()) }).nullable(),
    devices: deviceSelection
      .extend({
        belowId: z.int().nullable(),
        driverIds: z.array(z.int()),
        connectorId: z.int().nullable(),
        ids: z.array(z.int()),
      })
      .nullable(),
  }),
  mail: exportMail.extend({ connectorId: z.int().nullable() }).nullable(),
  forward: exportForward.extend({ connectorId: z.int() }).nullable(),
  /** The files contain the values that this user may read; the user who saved the schedule last. Null once deleted. */
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The next five runs; empty while the schedule is off. */
  nextRuns: z.array(isoTime),
  lastRun: z
    .object({
      at: isoTime,
      exportId: z.int(),
      state: z.enum(jobStates),
      rowCount: z.int().nullable(),
      mailState: z.string().nullable(),
      forwardState: z.string().nullable(),
    })
    .nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  abilities: z.object({ change: z.boolean() }),
});
export type ExportSchedule = z.output<typeof exportSchedule>;

const sorts = ['name', 'nextRun', 'createdAt'] as const;
export type ScheduleSort = (typeof sorts)[number];

export const scheduleListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
});

const references = [
  'ACCOUNT_NOT_FOUND',
  'DTWIN_NOT_FOUND',
  'DEVICEDRIVER_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'BRIDGE_NO_MAILS',
  'BRIDGE_NO_COMMANDS',
] as const;

export const listSchedules = defineRoute({
  method: 'GET',
  path: '/api/v1/export-schedules',
  tag: exportTag,
  summary: 'Export schedules of the caller’s scopes, and the caller’s own',
  permission: 'login',
  query: scheduleListQuery,
  response: listOf(exportSchedule),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createSchedule = defineRoute({
  method: 'POST',
  path: '/api/v1/export-schedules',
  tag: exportTag,
  summary: 'Create an export schedule',
  permission: seesSchedules,
  body: newSchedule,
  response: dataOf(exportSchedule),
  status: 201,
  errors: references,
});

/** Nothing is stored. */
export const previewSchedule = defineRoute({
  method: 'POST',
  path: '/api/v1/export-schedules/preview',
  tag: exportTag,
  summary: 'The next five runs of a schedule, the period of the first one, and the data states that match now',
  permission: seesSchedules,
  readOnly: true,
  body: z.object({
    tenantId: idOf('account'),
    selection: exportSelection,
    stateKeys: scheduleFields.stateKeys,
    timeRange: scheduleFields.timeRange,
    frequency: exportFrequency,
    zone: exportLayoutFields.zone,
  }),
  response: dataOf(
    z.object({
      runs: z.array(z.object({ at: isoTime, from: isoTime, to: isoTime })),
      twins: z.int(),
      states: z.int(),
    }),
  ),
  errors: references,
});

const params = z.object({ id: textIdOf('exportSchedule') });
const notFound = 'EXPORT_SCHEDULE_NOT_FOUND';

export const updateSchedule = defineRoute({
  method: 'PUT',
  path: '/api/v1/export-schedules/{id}',
  tag: exportTag,
  summary:
    'Change an export schedule, or switch it on or off. For its owner, and for holders of DigitalTwin.manage or VirtualDevice.manage in its account; other changes than the switch make the caller its owner',
  permission: seesSchedules,
  params,
  body: scheduleChange,
  response: dataOf(exportSchedule),
  errors: [notFound, ...references, 'PERMISSION_DENIED'],
});

export const deleteSchedule = defineRoute({
  method: 'DELETE',
  path: '/api/v1/export-schedules/{id}',
  tag: exportTag,
  summary: 'Delete an export schedule; its files stay',
  permission: seesSchedules,
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: [notFound, 'PERMISSION_DENIED'],
});

export const runSchedule = defineRoute({
  method: 'POST',
  path: '/api/v1/export-schedules/{id}/run',
  tag: exportTag,
  summary: 'Run an export schedule now, with the permissions of its owner; also while it is off',
  permission: seesSchedules,
  params,
  response: dataOf(z.object({ id: z.int(), job: z.object({ id: z.int() }) })),
  status: 201,
  errors: [notFound, 'PERMISSION_DENIED'],
});
