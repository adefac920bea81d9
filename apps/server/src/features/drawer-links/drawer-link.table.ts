import type { DrawerLink } from '@stellwerk/contract/drawer-link';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';

/** Links to other systems in the drawer, for the users of an account and of the accounts below it. */
export const drawerLinks = pgTable(
  'drawer_links',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    icon: text().$type<DrawerLink['icon']>().notNull(),
    titleDe: text('title_de').notNull(),
    titleEn: text('title_en').notNull(),
    url: text().notNull(),
    position: integer().notNull(),
  },
  (table) => [index('drawer_links_account').on(table.accountId)],
);
