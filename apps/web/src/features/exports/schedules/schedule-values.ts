import type { ExportSchedule } from '@stellwerk/contract/export-schedule';
import type { Language } from '@stellwerk/contract/text';
import type { ScheduleInput } from './schedule.queries.ts';

export const allTwins = { search: '', belowId: null, types: [], tags: [], ids: [] };
export const allDevices = {
  search: '',
  belowId: null,
  driverIds: [],
  connectorId: null,
  operationalStatus: [],
  tags: [],
  groups: [],
  ids: [],
};

/** All fields of a frequency have values, so that a change of the unit needs no new input. */
const anyFrequency = { month: 1, day: 1, weekDay: 1, hour: 6, minute: 0 };

export const emptySchedule = (tenantId: number | undefined, language: Language): Partial<ScheduleInput> => ({
  ...(tenantId === undefined ? {} : { tenantId }),
  name: '',
  active: true,
  selection: { twins: null, devices: allDevices },
  stateKeys: [],
  timeRange: 'LAST_DAY',
  frequency: { unit: 'daily', ...anyFrequency },
  format: 'csv',
  aggregation: 'ALL',
  duration: '1h',
  method: 'avg',
  zone: 'Europe/Berlin',
  language,
  delimiter: language === 'de' ? ';' : ',',
  decimal: language === 'de' ? ',' : '.',
  mail: null,
  forward: null,
});

/** The editable values of a schedule, without the fields that the server adds. */
export function valuesOf(schedule: ExportSchedule): ScheduleInput {
  const { id, tenantName, owner, nextRuns, lastRun, createdAt, updatedAt, abilities, ...values } = schedule;
  return { ...values, frequency: { ...anyFrequency, ...values.frequency } };
}
