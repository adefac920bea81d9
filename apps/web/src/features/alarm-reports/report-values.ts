import type { AlarmReport, ReportLocale } from '@stellwerk/contract/alarm-report';
import { reportTables } from '@stellwerk/contract/alarm-report';
import { defaultReportHour } from '@stellwerk/contract/alarm-report-times';
import type { Language } from '@stellwerk/contract/text';
import type { ReportInput } from './report.queries.ts';

const localeOf = (language: Language): ReportLocale => (language === 'de' ? 'de-DE' : 'en-GB');

interface Defaults {
  tenantId: number | undefined;
  language: Language;
  /** The address of the user, as the first recipient. */
  email: string | undefined;
}

/** The connector is missing until the user chooses one. */
type NewReport = Omit<Partial<ReportInput>, 'actions'> & { actions: { type: 'mail'; to: string[] }[] };

export const emptyReport = ({ tenantId, language, email }: Defaults): NewReport => ({
  ...(tenantId === undefined ? {} : { tenantId }),
  name: '',
  active: true,
  type: 'deviceAlarms',
  smartGroupId: null,
  condition: 'anyRow',
  language: localeOf(language),
  subject: '{{alarmReportName}}: {{resolvedStatus}}',
  tables: [...reportTables],
  timeFilter: { unit: 'everyDay', weekDays: [], monthDays: [] },
  hour: defaultReportHour,
  zone: 'Europe/Berlin',
  actions: [{ type: 'mail', to: email ? [email] : [] }],
});

/** The editable values of a report, without the fields that the server adds. */
export function valuesOf(report: AlarmReport): ReportInput {
  const { id, tenantName, smartGroup, owner, nextRuns, lastRun, createdAt, updatedAt, ...values } = report;
  return values;
}
