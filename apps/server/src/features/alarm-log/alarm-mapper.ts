import { type AlarmRow, type AlarmType, type alarmComment, alarmTypes } from '@stellwerk/contract/alarm';
import { anyOf } from '@stellwerk/contract/core/permission';
import { operationalStatuses } from '@stellwerk/contract/device';
import { type AlarmCategory, alarmCategories } from '@stellwerk/contract/rule';
import { readsSmartGroups } from '@stellwerk/contract/smart-group';
import type { Language } from '@stellwerk/contract/text';
import type { z } from 'zod';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { FoundComment } from '../alarms/index.ts';
import { sayProblem } from '../device-health/index.ts';
import type { FoundAlarm } from './row.store.ts';

export const commentToWire = ({ id, message, author, createdAt }: FoundComment): z.output<typeof alarmComment> => ({
  id,
  message,
  author,
  createdAt: createdAt.toISOString(),
});

/** Categories that another version of the program has written are shown as unknown. */
const categoryOf = (category: string): AlarmCategory =>
  alarmCategories.find((known) => known === category) ?? 'unknown';

const originOf = ({ twinId, twinTitle, twinCategory }: FoundAlarm): AlarmRow['origin'] =>
  twinId === null || twinTitle === null || twinCategory === null
    ? null
    : { id: twinId, title: twinTitle, category: twinCategory };

const handles = anyOf('VirtualDevice.write', 'VirtualDevice.manage');
/** Origins that another version of the program has written are shown as health. */
const typeOf = (origin: string): AlarmType => alarmTypes.find((known) => known === origin) ?? 'health';

const groupOf = ({ groupId, groupTitle, scopePath }: FoundAlarm, actor: Actor): AlarmRow['smartGroup'] =>
  groupId !== null && groupTitle !== null && may(actor, readsSmartGroups, scopePath)
    ? { id: groupId, title: groupTitle }
    : null;

interface Viewer {
  actor: Actor;
  language: Language;
}

export function alarmToWire(
  row: FoundAlarm,
  { actor, language }: Viewer,
  {
    lastComment,
    values = [],
  }: { lastComment?: FoundComment | undefined; values?: AlarmRow['values'] | undefined } = {},
): AlarmRow {
  const { id, severity, ruleId, ruleTitle, operationalStatus, resolvedAt, commentCount } = row;
  const isRule = row.origin === 'rule';
  return {
    id,
    date: row.openedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    severity,
    status: resolvedAt === null ? 'unresolved' : 'resolved',
    type: typeOf(row.origin),
    category: categoryOf(row.category),
    message: sayProblem(row, language),
    tenantId: row.accountId,
    tenantName: row.accountName,
    origin: originOf(row),
    rule: ruleId === null || ruleTitle === null ? null : { id: ruleId, title: ruleTitle },
    smartGroup: groupOf(row, actor),
    operationalStatus: operationalStatus === null ? null : (operationalStatuses[operationalStatus] ?? 'unset'),
    causeId: row.causeId,
    affectedCount: row.affectedCount,
    commentCount,
    lastComment: lastComment ? commentToWire(lastComment) : null,
    resolvedBy: row.resolver,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: row.acknowledger,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? '' },
    mutedUntil: row.mutedUntil?.toISOString() ?? null,
    isMuted: row.isMuted,
    values,
    abilities: {
      // Every viewer of an alarm may comment on it.
      comment: true,
      handle: may(actor, handles, row.scopePath),
      resolve: isRule && resolvedAt === null && may(actor, 'VirtualDevice.manage', row.scopePath),
    },
  };
}
