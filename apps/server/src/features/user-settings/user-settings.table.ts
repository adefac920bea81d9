import type { UserSettings } from '@stellwerk/contract/user-settings';
import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { users } from '../../platform/tenancy/user.table.ts';

/** What users have chosen in the web client. */
export const userSettings = pgTable('user_settings', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  values: jsonb().$type<UserSettings>().notNull(),
});
