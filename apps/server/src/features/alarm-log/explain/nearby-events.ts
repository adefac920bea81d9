import { fillText } from '@stellwerk/contract/text';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { type FoundActivity, findActivityAbout } from '../../activity/index.ts';
import { sayProblem } from '../../device-health/index.ts';
import { findOtherExecutions } from '../../rules/index.ts';
import { problemOf } from '../../states/index.ts';
import type { FoundAlarm } from '../row.store.ts';
import { namesOf, type Subject, sayChange, subjectOf } from './change-text.ts';
import { findConnector, findExplainedDevice } from './device.store.ts';
import type { Around } from './explanation.ts';
import { findConnectorChanges, findNeighbours, titlesOf, type Window } from './nearby-events.store.ts';
import { findStatesOfTwin } from './state.store.ts';
import { textsIn, withReason } from './texts.ts';

const halfHourMs = 1_800_000;
const maxEntries = 50;
const maxStates = 200;

interface Said {
  code: string | null;
  params: Record<string, string | number> | null;
}

const reasonOf = ({ code, params }: Said, { language }: Ctx) =>
  code === null ? null : problemOf(code, params ?? {}, language).message;

type Device = Awaited<ReturnType<typeof findExplainedDevice>>;

/** Objects whose changes could have caused the alarm. */
async function subjectsOf({ db }: Ctx, alarm: FoundAlarm, device: Device): Promise<Subject[]> {
  const { twinId } = alarm;
  const rule: Subject[] = alarm.origin === 'rule' ? [{ noun: 'rule', id: alarm.originId }] : [];
  if (twinId === null) return rule;
  const states = await findStatesOfTwin(db, twinId);
  return [
    ...rule,
    { noun: 'twin', id: twinId },
    { noun: 'device', id: twinId },
    ...states.slice(0, maxStates).map(({ id }): Subject => ({ noun: 'state', id })),
    ...(device ? [{ noun: 'connector', id: device.connectorId } as const] : []),
    ...(device?.driverId ? [{ noun: 'driver', id: device.driverId } as const] : []),
  ];
}

const nameOf = ({ impersonatorName, impersonatorEmail, userName, userEmail }: FoundActivity) =>
  impersonatorName ?? impersonatorEmail ?? userName ?? userEmail;

async function changes(ctx: Ctx, subjects: readonly Subject[], window: Window): Promise<Around[]> {
  const { db, actor, language } = ctx;
  const objects = subjects.flatMap(namesOf);
  const entries = await findActivityAbout(db, actor.grants, { ...window, objects });
  const told = entries.flatMap((entry) => {
    const subject = subjectOf(entry);
    return subject && entry.method !== 'GET' ? [{ entry, subject }] : [];
  });
  const titles = new Map<Subject['noun'], Map<number, string>>();
  for (const [noun, members] of Map.groupBy(told, ({ subject }) => subject.noun)) {
    const ids = members.map(({ subject }) => subject.id);
    titles.set(noun, await titlesOf(db, noun, ids));
  }
  return told.map(({ entry, subject }) => ({
    at: entry.at.toISOString(),
    kind: 'change',
    text: sayChange(entry, subject, titles.get(subject.noun)?.get(subject.id), language),
    by: nameOf(entry),
  }));
}

async function otherAlarms({ db, actor, language }: Ctx, twinId: number, alarm: FoundAlarm, window: Window) {
  const texts = textsIn(language);
  const isInside = (at: Date | null) => at !== null && at >= window.from && at < window.to;
  const found = await findNeighbours(db, actor, twinId, alarm.id, window);
  return found.flatMap((other): Around[] => {
    const { openedAt, resolvedAt, resolver } = other;
    const words = { twin: other.twinTitle, message: sayProblem(other, language) };
    const began: Around[] = isInside(openedAt)
      ? [{ at: openedAt.toISOString(), kind: 'alarm', text: fillText(texts.alarm, words), by: null }]
      : [];
    if (resolvedAt === null || !isInside(resolvedAt)) return began;
    const text = fillText(texts.alarmResolved, words);
    return [...began, { at: resolvedAt.toISOString(), kind: 'alarmResolved', text, by: resolver }];
  });
}

/** Only users who manage a connector may see its states. */
async function connectorChanges(ctx: Ctx, connectorId: number, window: Window): Promise<Around[]> {
  const connector = await findConnector(ctx.db, connectorId);
  if (!connector || !may(ctx.actor, 'all.manage', connector.scopePath)) return [];
  const texts = textsIn(ctx.language);
  const found = await findConnectorChanges(ctx.db, connectorId, window);
  return found.map(({ at, state, name, ...said }) => ({
    at: at.toISOString(),
    kind: 'connector',
    text: withReason(texts, fillText(texts.connector[state], { title: name }), reasonOf(said, ctx)),
    by: null,
  }));
}

async function otherRules(ctx: Ctx, twinId: number, alarm: FoundAlarm, window: Window): Promise<Around[]> {
  if (!may(ctx.actor, 'DigitalTwin.read', alarm.scopePath)) return [];
  const texts = textsIn(ctx.language);
  const ruleId = alarm.origin === 'rule' ? alarm.originId : 0;
  const found = await findOtherExecutions(ctx.db, twinId, ruleId, window);
  return found.map(({ at, result, title, ...said }) => ({
    at: at.toISOString(),
    kind: 'rule',
    text: withReason(
      texts,
      fillText(texts.rule[result === 'error' ? 'error' : 'executed'], { title }),
      reasonOf(said, ctx),
    ),
    by: null,
  }));
}

/** Events in the half hour before and after the alarm that the caller may see, newest first. */
export async function readAround(ctx: Ctx, alarm: FoundAlarm): Promise<Around[]> {
  const atMs = alarm.openedAt.getTime();
  const window = { from: new Date(atMs - halfHourMs), to: new Date(atMs + halfHourMs), limit: maxEntries };
  const { twinId } = alarm;
  const device = twinId === null ? undefined : await findExplainedDevice(ctx.db, twinId);
  const parts = await Promise.all([
    changes(ctx, await subjectsOf(ctx, alarm, device), window),
    twinId === null ? [] : otherAlarms(ctx, twinId, alarm, window),
    twinId === null ? [] : otherRules(ctx, twinId, alarm, window),
    device ? connectorChanges(ctx, device.connectorId, window) : [],
  ]);
  return parts
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxEntries);
}
