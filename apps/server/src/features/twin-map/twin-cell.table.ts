import type { TwinCategory, TwinType } from '@stellwerk/contract/twin';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/**
 * How many twins lie in each square of a map, told apart by what lists are filtered by. A trigger on twins appends the
 * difference that a change makes; a job sums the differences up. Names are those of twins, so that a condition over
 * twins fits here as well.
 */
export const twinCells = pgTable(
  'twin_cells',
  {
    /** The zoom at which a square is 16 pixels wide; see grid.ts. */
    level: smallint().notNull(),
    cellX: integer('cell_x').notNull(),
    cellY: integer('cell_y').notNull(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    scopeId: bigint('scope_id', { mode: 'number' }).notNull(),
    category: text().$type<TwinCategory>().notNull(),
    type: text().$type<TwinType>().notNull(),
    disabled: boolean().notNull(),
    status: smallint().notNull(),
    /** Negative for a difference that removes twins. */
    count: integer().notNull(),
    sumX: bigint('sum_x', { mode: 'number' }).notNull(),
    sumY: bigint('sum_y', { mode: 'number' }).notNull(),
    isDifference: boolean('is_difference').notNull().default(true),
  },
  (table) => [
    index('twin_cells_place').on(table.level, table.cellX, table.cellY),
    index('twin_cells_difference').on(table.level, table.cellX, table.cellY).where(sql`${table.isDifference}`),
  ],
);
