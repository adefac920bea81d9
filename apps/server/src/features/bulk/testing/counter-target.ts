import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { EditTarget } from '../bulk-target.ts';

const change = z.object({ by: z.int() });

/** Counters in a table, so that a change that is applied twice shows. Hangs at one id until its process is killed. */
export function counterTarget(hang?: () => Promise<unknown>, hangAt?: number): EditTarget<typeof change> {
  return {
    resource: 'probe',
    notFound: 'OBJECT_NOT_FOUND',
    change,
    checkSelection: async () => {},
    async read(db, ids) {
      const list = sql.param(`{${ids.join(',')}}`);
      const { rows } = await db.execute<{ id: number; n: number }>(
        sql`select id, n from bulk_probe where id = any(${list}::bigint[])`,
      );
      return new Map(rows.map(({ id, n }) => [Number(id), { n }]));
    },
    async apply({ db }, id, { by }) {
      await db.execute(sql`update bulk_probe set n = n + ${by} where id = ${id}`);
      if (id === hangAt) await hang?.();
    },
    async restore({ db }, id, { n }) {
      await db.execute(sql`update bulk_probe set n = ${Number(n)} where id = ${id}`);
      if (id === hangAt) await hang?.();
    },
  };
}
