import { actions, allOf, anyOf, type Permission, satisfies, subjects } from '@stellwerk/contract/core/permission';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import type { Db } from '../db/db.ts';
import { decide, type Grant } from './policy.ts';
import { visible } from './visible.ts';

type Wanted = Parameters<typeof visible>[1];

const paths = ['1', '1.2', '1.2.5', '1.3', '1.3.6', '1.3.6.7', '1.33', '4', '4.8'];
const path = fc.constantFrom(...paths);
/** The empty path lies above all trees: no grant covers it. */
const places = [...paths, ''];
const permission = fc
  .tuple(fc.constantFrom(...subjects.slice(0, 5)), fc.constantFrom(...actions))
  .map(([subject, action]): Permission => `${subject}.${action}`);
const held = fc.tuple(fc.boolean(), permission).map(([inverted, key]) => (inverted ? `!${key}` : key));
const grant: fc.Arbitrary<Grant> = fc.record({ scope: path, permissions: fc.array(held, { maxLength: 4 }) });

/** Number of checks per statement: the database answers twenty as fast as one. */
const atOnce = 20;

async function seenBy(db: Db, questions: readonly { grants: Grant[]; wanted: Wanted }[]): Promise<string[][]> {
  const rows = sql.raw(places.map((text) => `('${text}'::ltree)`).join(','));
  const parts = questions.map(
    ({ grants, wanted }, index) =>
      sql`select ${sql.raw(String(index))} as question, path::text as path from (values ${rows}) as t(path)
        where ${visible(grants, wanted, sql`t.path`)}`,
  );
  const answer = await db.execute<{ question: number; path: string }>(sql.join(parts, sql` union all `));
  return questions.map((_, index) => answer.rows.filter((row) => row.question === index).map((row) => row.path));
}

const questionsAbout = <T extends Wanted>(wanted: fc.Arbitrary<T>) =>
  fc.array(fc.record({ grants: fc.array(grant, { maxLength: 4 }), wanted }), { minLength: atOnce, maxLength: atOnce });

it('filters the same scopes as the decision allows', async () => {
  const { db } = await useTestDatabase();
  await fc.assert(
    fc.asyncProperty(questionsAbout(permission), async (questions) => {
      const decided = questions.map(({ grants, wanted }) =>
        places.filter((scope) => decide(grants, wanted, scope).allowed),
      );
      expect((await seenBy(db, questions)).map((seen) => seen.sort())).toEqual(decided.map((each) => each.sort()));
    }),
    { numRuns: 10_000 / atOnce },
  );
});

it('filters the same scopes for combined permissions', async () => {
  const { db } = await useTestDatabase();
  const rule = fc
    .tuple(fc.constantFrom(anyOf, allOf), fc.array(permission, { minLength: 1, maxLength: 6 }))
    .map(([combine, parts]) => combine(anyOf(...parts), ...parts));
  await fc.assert(
    fc.asyncProperty(questionsAbout(rule), async (questions) => {
      const decided = questions.map(({ grants, wanted }) =>
        places.filter((scope) => satisfies(wanted, (each) => decide(grants, each, scope).allowed)),
      );
      expect((await seenBy(db, questions)).map((seen) => seen.sort())).toEqual(decided.map((each) => each.sort()));
    }),
    { numRuns: 2_000 / atOnce },
  );
});
