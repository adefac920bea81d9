import type { Db } from '../../../platform/db/db.ts';
import { type AlarmSubject, openAlarms, resolveAlarms } from '../../alarms/index.ts';
import { lockSmartGroup, type StoredSmartGroup } from '../smart-group.store.ts';
import { countHours, sumBefore } from './packets.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const alarmOf = (groupId: number): AlarmSubject => ({
  origin: 'packets',
  originId: groupId,
  identifier: 'threshold',
});

export const lastFullHour = (now: Date): Date => new Date(now.getTime() - (now.getTime() % hourMs));

/** Opens the alarm of a group with too few packets, and resolves it when there are enough, or when monitoring is off. */
export async function comparePackets(db: Db, group: StoredSmartGroup, until: Date): Promise<void> {
  const { packetThreshold, monitorsPackets, accountId, id, title } = group;
  const packets = await sumBefore(db, id, { from: new Date(until.getTime() - dayMs), until });
  if (!monitorsPackets || packetThreshold === null || packets >= packetThreshold) {
    return resolveAlarms(db, [alarmOf(id)], until);
  }
  const params = { group: title, packets, threshold: packetThreshold };
  await openAlarms(db, [
    {
      ...alarmOf(id),
      ...{ accountId, twinId: null, category: 'packet-threshold', severity: 'error', message: '' },
      ...{ code: 'SMART_GROUP_FEW_PACKETS', params, evidence: {}, openedAt: until },
    },
  ]);
}

/** Counts the hours of a group up to `until` that are not counted yet, the last 24 at most, and checks its threshold. */
export const countGroup = (db: Db, groupId: number, until: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const group = await lockSmartGroup(tx, groupId);
    const counted = group?.countedUntil?.getTime() ?? 0;
    if (!group || counted >= until.getTime()) return;
    await countHours(tx, group, { from: new Date(Math.max(counted, until.getTime() - dayMs)), until });
    await comparePackets(tx, group, until);
  });
