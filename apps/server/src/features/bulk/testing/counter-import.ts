import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ImportTarget } from '../bulk-target.ts';

const row = z.object({ n: z.int() });
const common = z.object({});

/** Rows of a table, so that one that is created twice shows. Hangs at one row until its process is killed. */
export function counterImport(hang?: () => Promise<unknown>, hangAt?: number): ImportTarget<typeof common, typeof row> {
  return {
    resource: 'made',
    notFound: 'OBJECT_NOT_FOUND',
    common,
    row,
    isAlone: () => false,
    async read(db, ids) {
      const list = sql.param(`{${ids.join(',')}}`);
      const { rows } = await db.execute<{ id: number; n: number }>(
        sql`select id, n from bulk_made where id = any(${list}::bigint[])`,
      );
      return new Map(rows.map(({ id, n }) => [Number(id), { n }]));
    },
    async create({ db }, _common, rows) {
      const ids: number[] = [];
      for (const { n } of rows) {
        const made = await db.execute<{ id: number }>(sql`insert into bulk_made (n) values (${n}) returning id`);
        ids.push(Number(made.rows[0]?.id));
        if (n === hangAt) await hang?.();
      }
      return ids;
    },
    async remove({ db }, id) {
      await db.execute(sql`delete from bulk_made where id = ${id}`);
    },
  };
}
