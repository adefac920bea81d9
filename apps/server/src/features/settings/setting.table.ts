import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** Own values of an account by name; absent values are inherited. */
export const accountSettings = pgTable('account_settings', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  values: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Null to inherit them. */
  serviceBuilder: jsonb('service_builder').$type<Record<string, string>>(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Logos, favicons and backgrounds by the SHA-256 of their content, shared by accounts that use the same image. */
export const brandingImages = pgTable('branding_images', {
  hash: text().primaryKey(),
  type: text().notNull(),
  content: bytea().notNull(),
});
