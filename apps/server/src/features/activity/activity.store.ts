import type { Db } from '../../platform/db/db.ts';
import type { ActivityEntry } from '../../platform/http/activity.ts';
import { activity } from './activity.table.ts';

/** PostgreSQL refuses the character NUL in text and JSON; no entry may fail because of one. */
function withoutNul(entry: ActivityEntry): ActivityEntry {
  return JSON.parse(
    JSON.stringify(entry, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)),
  );
}

export async function recordActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await db.insert(activity).values(withoutNul(entry));
}
