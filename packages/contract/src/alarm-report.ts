import { z } from 'zod';
import { alarmTag } from './alarm.ts';
import { defaultReportHour, timeFilter } from './alarm-report-times.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { timeZone } from './state-source.ts';

/** Alarms of devices, or alarms because too few packets arrived. */
export const alarmReportTypes = ['deviceAlarms', 'packetMonitoring'] as const;
export type AlarmReportType = (typeof alarmReportTypes)[number];

export const reportLocales = ['de-DE', 'en-US', 'en-GB'] as const;
export type ReportLocale = (typeof reportLocales)[number];

/** `anyRow`: a mail is only sent if a chosen table has a row. */
export const reportConditions = ['anyRow', 'always'] as const;

/**
 * New: raised since the last run, also if resolved since then. Active: unresolved, and older than the last run.
 * Resolved: resolved since the last run. The overview only has numbers.
 */
export const reportTables = [
  'overview',
  'newErrors',
  'newWarnings',
  'activeErrors',
  'activeWarnings',
  'resolvedErrors',
  'resolvedWarnings',
] as const;
export type ReportTable = (typeof reportTables)[number];
export type ReportRowTable = Exclude<ReportTable, 'overview'>;
export const reportRowTables = reportTables.filter((table): table is ReportRowTable => table !== 'overview');

/** Each table of a mail shows its newest rows, and the number of further ones. */
export const maxReportRows = 50;

export const subjectPlaceholders = ['alarmReportName', 'smartGroupName', 'resolvedStatus'] as const;
export type SubjectPlaceholder = (typeof subjectPlaceholders)[number];
const placeholder = /\{\{\s*(.*?)\s*\}\}/g;

const isPlaceholder = (name: string): name is SubjectPlaceholder => subjectPlaceholders.some((each) => each === name);

/** Whether a subject contains known placeholders only, and no rest of a broken one. */
export function isSubject(subject: string): boolean {
  const isKnown = [...subject.matchAll(placeholder)].every(([, name = '']) => isPlaceholder(name));
  return isKnown && !/\{\{|\}\}/.test(subject.replace(placeholder, ''));
}

export const fillSubject = (subject: string, values: Record<SubjectPlaceholder, string>): string =>
  subject.replace(placeholder, (text, name: string) => (isPlaceholder(name) ? values[name] : text));

const mailAction = z.object({
  type: z.literal('mail').default('mail'),
  connectorId: idOf('connectorChoice'),
  to: z.array(z.email().max(254)).min(1).max(20),
});

export const alarmReportFields = {
  name: z.string().trim().min(1).max(100),
  active: z.boolean().default(true),
  type: z.enum(alarmReportTypes).default('deviceAlarms'),
  /** Of the same account. Null: all devices of the account. */
  smartGroupId: idOf('smartGroup').nullable().default(null),
  condition: z.enum(reportConditions).default('anyRow'),
  language: z.enum(reportLocales).default('de-DE'),
  subject: z.string().trim().min(1).max(200).refine(isSubject).default('{{alarmReportName}}: {{resolvedStatus}}'),
  tables: z
    .array(z.enum(reportTables))
    .min(1)
    .max(reportTables.length)
    .default([...reportTables]),
  timeFilter: timeFilter.prefault({}),
  /** The beginning of the hour in which the report runs. */
  hour: z.int().min(0).max(23).default(defaultReportHour),
  zone: timeZone.default('Europe/Berlin'),
  actions: z.array(mailAction).min(1).max(5),
};
const fields = z.object(alarmReportFields);
export type AlarmReportFields = z.output<typeof fields>;

export const newAlarmReport = fields.extend({ tenantId: idOf('account') });
export type NewAlarmReport = z.output<typeof newAlarmReport>;

export const reportDeliveryStates = ['queued', 'sent', 'failed'] as const;
export type ReportDeliveryState = (typeof reportDeliveryStates)[number];

/** Numbers of alarms by table, whether or not the report contains the table. */
const counts = z.object({
  newErrors: z.int(),
  newWarnings: z.int(),
  activeErrors: z.int(),
  activeWarnings: z.int(),
  resolvedErrors: z.int(),
  resolvedWarnings: z.int(),
});
export type ReportCounts = z.output<typeof counts>;

export const alarmReportRun = z.object({
  id: z.int(),
  at: isoTime,
  /** The report covers the time from here, exclusive, to `at`. */
  since: isoTime,
  counts,
  /** `skipped`: nothing to report. `failed`: at least one mail could not be sent. */
  state: z.enum(['skipped', ...reportDeliveryStates]),
  actions: z.array(
    z.object({
      to: z.array(z.string()),
      state: z.enum(reportDeliveryStates),
      /** The reason of the last failure, in the caller's language. */
      message: z.string().nullable(),
    }),
  ),
});
export type AlarmReportRun = z.output<typeof alarmReportRun>;

export const alarmReport = fields.extend({
  id: z.int(),
  smartGroupId: z.int().nullable(),
  smartGroup: z.object({ id: z.int(), title: z.string() }).nullable(),
  tenantId: z.int(),
  tenantName: z.string(),
  actions: z.array(mailAction.extend({ connectorId: z.int() })),
  /** The mails contain the alarms that this user may see; the user who saved the report last. Null once deleted. */
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The next five runs; empty while the report is off. */
  nextRuns: z.array(isoTime),
  lastRun: alarmReportRun.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type AlarmReport = z.output<typeof alarmReport>;

const sorts = ['name', 'nextRun', 'createdAt'] as const;
export type AlarmReportSort = (typeof sorts)[number];

export const alarmReportListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
});

const permission = 'VirtualDevice.manage';
const notFound = 'ALARM_REPORT_NOT_FOUND';
const references = ['ACCOUNT_NOT_FOUND', 'SMART_GROUP_NOT_FOUND', 'BRIDGE_NOT_FOUND', 'BRIDGE_NO_MAILS'] as const;

export const listAlarmReports = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/reports',
  tag: alarmTag,
  summary: 'Alarm reports of the caller’s accounts',
  permission,
  query: alarmReportListQuery,
  response: listOf(alarmReport),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createAlarmReport = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/report',
  tag: alarmTag,
  summary: 'Create an alarm report',
  permission,
  body: newAlarmReport,
  response: dataOf(alarmReport),
  status: 201,
  errors: references,
});

/** The account can't be changed. */
export const updateAlarmReport = defineRoute({
  method: 'PUT',
  path: '/api/v1/alarm-logs/report',
  tag: alarmTag,
  summary: 'Change an alarm report; the caller becomes its owner',
  permission,
  body: z.object({ id: idOf('alarmReport'), ...alarmReportFields }),
  response: dataOf(alarmReport),
  errors: [notFound, 'SMART_GROUP_NOT_FOUND', 'BRIDGE_NOT_FOUND', 'BRIDGE_NO_MAILS'],
});

export const switchAlarmReport = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/report/active',
  tag: alarmTag,
  summary: 'Switch an alarm report on or off, without a change of its owner',
  permission,
  body: z.object({ id: idOf('alarmReport'), active: z.boolean() }),
  response: dataOf(alarmReport),
  errors: [notFound, 'ALARM_REPORT_NO_OWNER'],
});

export const deleteAlarmReport = defineRoute({
  method: 'DELETE',
  path: '/api/v1/alarm-logs/report',
  tag: alarmTag,
  summary: 'Delete an alarm report with the list of its runs',
  permission,
  query: z.object({ id: textIdOf('alarmReport') }),
  response: dataOf(z.object({ id: z.int() })),
  errors: [notFound],
});

export const listAlarmReportRuns = defineRoute({
  method: 'GET',
  path: '/api/v1/alarm-logs/report/runs',
  tag: alarmTag,
  summary: 'The last runs of an alarm report, the newest first; the last 50 are kept',
  permission,
  query: listQuery.omit({ search: true, sort: true }).extend({ reportId: textIdOf('alarmReport') }),
  response: listOf(alarmReportRun),
  errors: [notFound],
});

/** With the id of a stored report, the time since its last run is covered; otherwise the last 24 hours. */
const draft = {
  report: newAlarmReport,
  id: idOf('alarmReport').optional(),
};

/** Nothing is stored or sent. */
export const previewAlarmReport = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/report/preview',
  tag: alarmTag,
  summary: 'The mail that an alarm report would send now, with the alarms that the caller may see, and its next runs',
  permission,
  readOnly: true,
  body: z.object(draft),
  response: dataOf(
    z.object({
      since: isoTime,
      counts,
      /** Whether the condition is met. */
      isSent: z.boolean(),
      mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
      /** The beginnings of the hours of the next five runs. */
      windows: z.array(isoTime),
    }),
  ),
  errors: [notFound, ...references],
});

/** Does not count as a run: the next report still covers the same time. */
export const testAlarmReport = defineRoute({
  method: 'POST',
  path: '/api/v1/alarm-logs/report/test-report-execution',
  tag: alarmTag,
  summary: 'Execute one action of an alarm report now, with the caller’s own address as the only recipient',
  permission,
  body: z.object({ ...draft, actionIndex: z.int().min(0).max(4).default(0) }),
  response: dataOf(
    z.object({
      to: z.string(),
      /** The reason why the mail could not be sent; null if it was. */
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
  errors: [notFound, ...references, 'ALARM_REPORT_NO_ACTION', 'MAIL_RECIPIENT_INVALID'],
});
