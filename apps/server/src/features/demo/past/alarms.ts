import type { Db } from '../../../platform/db/db.ts';
import { type NewAlarm, openAlarms } from '../../alarms/index.ts';
import type { PastAlarms } from '../../rules/index.ts';
import { creditPeople, findRulesToEnd, hasRuleAlarms } from '../demo.store.ts';

interface PastAlarmOptions {
  accountIds: readonly number[];
  from: Date;
  to: Date;
  onRule(): void;
}

const dayMs = 86_400_000;
/** Maximum time until someone resolves an alarm by hand. */
const patienceMs = 3 * dayMs;
/** Time of day at which alarms are resolved by hand (UTC). */
const morningMs = 6.6 * 3_600_000;

const morningAfter = (at: Date) => new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs + morningMs);

/** Raises the alarms that rules would have raised; ongoing ones stay open. */
export async function raisePastAlarms(
  db: Db,
  pastAlarms: PastAlarms,
  { accountIds, from, to, onRule }: PastAlarmOptions,
): Promise<void> {
  if (await hasRuleAlarms(db, accountIds)) return;
  const endedByPeople = await findRulesToEnd(db, accountIds);
  const waiting = await pastAlarms(db, { accountIds, from, to, onRule });
  const alarms: NewAlarm[] = [];
  for (let alarm = waiting.pop(); alarm; alarm = waiting.pop()) {
    const isOld = to.getTime() - alarm.openedAt.getTime() > patienceMs;
    if (!alarm.resolvedAt && isOld && endedByPeople.includes(alarm.originId)) {
      const resolvedAt = morningAfter(alarm.openedAt);
      alarms.push({ ...alarm, resolvedAt });
      // The next alarm of a rule can only begin after the previous one was resolved.
      waiting.push(...(await pastAlarms(db, { accountIds: [], ruleIds: [alarm.originId], from: resolvedAt, to })));
    } else alarms.push(alarm);
  }
  await db.transaction(async (tx) => {
    await openAlarms(tx, alarms);
    await creditPeople(tx, endedByPeople);
  });
}
