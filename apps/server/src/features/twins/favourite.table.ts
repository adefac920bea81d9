import type { FavouriteSize } from '@stellwerk/contract/favourite';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { users } from '../users/index.ts';
import { twins } from './twin.table.ts';

export const favourites = pgTable(
  'favourites',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => twins.id, { onDelete: 'cascade' }),
    size: text().$type<FavouriteSize>().notNull().default('medium'),
    position: integer().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('favourites_twin').on(table.userId, table.twinId),
    index('favourites_of_twin').on(table.twinId),
  ],
);
