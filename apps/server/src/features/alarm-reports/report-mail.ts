import {
  type AlarmReportFields,
  fillSubject,
  type ReportCounts,
  type ReportRowTable,
  reportRowTables,
} from '@stellwerk/contract/alarm-report';
import type { MailCell, MailTable } from '../../platform/mail/mail-tables.ts';
import { asHeader } from '../../platform/mail/template.ts';
import { sayProblem } from '../device-health/index.ts';
import type { RunMail } from './alarm-report.table.ts';
import type { ReportedAlarm } from './report-alarms.store.ts';
import { createReportTexts, languageOf, type ReportTexts } from './report-texts.ts';

export interface ReportContent {
  report: Pick<AlarmReportFields, 'name' | 'subject' | 'tables' | 'language' | 'zone'>;
  accountName: string;
  /** Null for all devices of the account. */
  groupTitle: string | null;
  since: Date;
  until: Date;
  counts: ReportCounts;
  /** Alarms that are open at the end of the time. */
  open: number;
  rows: Partial<Record<ReportRowTable, readonly ReportedAlarm[]>>;
  /** The address of the web client. */
  linkBase: string;
}

/** Longer messages are truncated, so that a mail stays readable. */
const longestText = 300;

function shortened(text: string): string {
  const line = asHeader(text);
  return line.length > longestText ? `${line.slice(0, longestText)} …` : line;
}

const isCategory = (texts: ReportTexts, name: string): name is keyof ReportTexts['category'] =>
  Object.hasOwn(texts.category, name);

function tableOf(name: ReportRowTable, content: ReportContent, texts: ReportTexts): MailTable {
  const { counts, rows, linkBase, report } = content;
  const alarms = rows[name] ?? [];
  const hasEnd = name.startsWith('resolved');
  const { raised, resolved, device, category, message } = texts.column;
  const more = counts[name] - alarms.length;
  const note = alarms.length === 0 ? texts.none : texts.fill(texts.more, { count: texts.number(more) });
  const cellsOf = (alarm: ReportedAlarm): MailCell[] => [
    { text: texts.time(alarm.openedAt) },
    ...(hasEnd ? [{ text: alarm.resolvedAt ? texts.time(alarm.resolvedAt) : '' }] : []),
    alarm.twinId === null
      ? { text: '—' }
      : { text: shortened(alarm.twinTitle ?? ''), link: `${linkBase}/#/virtual-devices/${alarm.twinId}` },
    { text: isCategory(texts, alarm.category) ? texts.category[alarm.category] : texts.category.unknown },
    { text: shortened(sayProblem(alarm, languageOf(report.language))) },
  ];
  return {
    title: texts.table[name],
    columns: [raised, ...(hasEnd ? [resolved] : []), device, category, message],
    rows: alarms.map(cellsOf),
    ...(more > 0 || alarms.length === 0 ? { note } : {}),
  };
}

const overviewOf = ({ counts }: ReportContent, texts: ReportTexts): MailTable => ({
  title: texts.table.overview,
  columns: [texts.column.kind, texts.column.number],
  rows: reportRowTables.map((name) => [{ text: texts.table[name] }, { text: texts.number(counts[name]) }]),
});

function statusOf({ counts, open }: ReportContent, { status, fill, number }: ReportTexts): string {
  if (open > 0) return fill(status.open, { count: number(open) });
  return Object.values(counts).some((count) => count > 0) ? status.resolved : status.none;
}

export function composeMail(content: ReportContent): RunMail {
  const { report, accountName, groupTitle, since, until, linkBase } = content;
  const texts = createReportTexts(report.language, report.zone);
  const { fill } = texts;
  const group = groupTitle ?? texts.allDevices;
  const resolvedStatus = statusOf(content, texts);
  const shown = reportRowTables.filter((name) => report.tables.includes(name));
  return {
    subject: fillSubject(report.subject, { alarmReportName: report.name, smartGroupName: group, resolvedStatus }),
    text: [
      `${report.name}: ${resolvedStatus}`,
      '',
      fill(texts.scope, { account: accountName, group }),
      fill(texts.period, { since: texts.time(since), until: texts.time(until), zone: report.zone }),
    ].join('\n'),
    tables: [
      ...(report.tables.includes('overview') ? [overviewOf(content, texts)] : []),
      ...shown.map((name) => tableOf(name, content, texts)),
    ],
    closing: `${texts.log}: ${linkBase}/#/alarm-logs\n\n${fill(texts.footnote, { name: report.name })}`,
  };
}
