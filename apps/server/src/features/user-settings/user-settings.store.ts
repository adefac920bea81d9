import { userSettings as schema, type UserSettings } from '@stellwerk/contract/user-settings';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { userSettings } from './user-settings.table.ts';

export async function readSettings(db: Db, userId: number): Promise<UserSettings> {
  const [found] = await db.select().from(userSettings).where(eq(userSettings.userId, userId));
  // Earlier versions may have stored values that no longer exist.
  return schema.safeParse(found?.values).data ?? {};
}

export async function mergeSettings(db: Db, userId: number, values: UserSettings): Promise<void> {
  await db
    .insert(userSettings)
    .values({ userId, values })
    .onConflictDoUpdate({
      target: userSettings.userId,
      set: { values: sql`${userSettings.values} || excluded.values` },
    });
}
