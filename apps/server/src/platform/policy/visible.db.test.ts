import { actions, allOf, anyOf, type Permission, satisfies, subjects } from '@stellwerk/contract/core/permission';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { decide, type Grant } from './policy.ts';
import { visible } from './visible.ts';

const paths = ['1', '1.2', '1.2.5', '1.3', '1.3.6', '1.3.6.7', '1.33', '4', '4.8'];
const path = fc.constantFrom(...paths);
/** The empty path is that above a tree: nobody's grant covers it. */
const places = [...paths, ''];
const permission = fc
  .tuple(fc.constantFrom(...subjects.slice(0, 5)), fc.constantFrom(...actions))
  .map(([subject, action]): Permission => `${subject}.${action}`);
const held = fc.tuple(fc.boolean(), permission).map(([inverted, key]) => (inverted ? `!${key}` : key));
const grant: fc.Arbitrary<Grant> = fc.record({ scope: path, permissions: fc.array(held, { maxLength: 4 }) });

it('filters the same scopes as the decision allows', async () => {
  const { db } = await useTestDatabase();
  const rows = sql.raw(places.map((text) => `('${text}'::ltree)`).join(','));
  await fc.assert(
    fc.asyncProperty(fc.array(grant, { maxLength: 4 }), permission, async (grants, wanted) => {
      const seen = await db.execute<{ path: string }>(
        sql`select path::text as path from (values ${rows}) as t(path) where ${visible(grants, wanted, sql`t.path`)}`,
      );
      const decided = places.filter((scope) => decide(grants, wanted, scope).allowed);
      expect(seen.rows.map((row) => row.path).sort()).toEqual([...decided].sort());
    }),
    { numRuns: 10_000 },
  );
});

it('filters the same scopes for combined permissions', async () => {
  const { db } = await useTestDatabase();
  const rows = sql.raw(places.map((text) => `('${text}'::ltree)`).join(','));
  const rule = fc
    .tuple(fc.constantFrom(anyOf, allOf), fc.array(permission, { minLength: 1, maxLength: 6 }))
    .map(([combine, parts]) => combine(anyOf(...parts), ...parts));
  await fc.assert(
    fc.asyncProperty(fc.array(grant, { maxLength: 4 }), rule, async (grants, wanted) => {
      const seen = await db.execute<{ path: string }>(
        sql`select path::text as path from (values ${rows}) as t(path) where ${visible(grants, wanted, sql`t.path`)}`,
      );
      const decided = places.filter((scope) => satisfies(wanted, (each) => decide(grants, each, scope).allowed));
      expect(seen.rows.map((row) => row.path).sort()).toEqual([...decided].sort());
    }),
    { numRuns: 2_000 },
  );
});
