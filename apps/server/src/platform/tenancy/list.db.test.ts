import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createFactories } from '../../../test/factories.ts';
import type { Database } from '../db/db.ts';
import { defineList, pageOfIds, totalOf } from './list.ts';
import { inAccount, inScope, scopedFrom, scopesOf, seenFrom, type VisibleRows, visibleIds } from './scoped-from.ts';

const table = sql`things`;
const id = sql`things.id`;
const scopedThings = inAccount(table, { id, accountId: sql`things.account_id` });
const thingPage = defineList<'name' | 'rank'>({
  sort: { name: sql`things.name`, rank: [sql`things.rank`, sql`things.name`] },
  nullable: ['rank'],
  search: [sql`things.name`, sql`things.note`],
});

describe('a list', () => {
  let database: Database;
  let accounts: { id: number; path: string }[];
  const actorAt = (path: string) => ({ grants: [{ scope: path, permissions: ['DigitalTwin.read'] }] });
  const first = { sort: 'name' as const, offset: 0, limit: 10 };
  const read = async (ids: number[]) =>
    (await database.pool.query<{ id: number; name: string }>('select id, name from things where id = any($1)', [ids]))
      .rows;
  const namesOf = async (rows: VisibleRows, query: Parameters<typeof thingPage>[2]) =>
    (await thingPage(database.db, rows, query, read)).rows.map(({ name }) => name);
  const visibleTo = (index: number) =>
    scopedFrom(scopedThings, actorAt(accounts[index]?.path ?? ''), 'DigitalTwin.read');

  beforeAll(async () => {
    const created = await createTestDatabase();
    database = created;
    const make = createFactories(database.db);
    const made = [await make.account(), await make.account()];
    const paths = await scopesOf(inScope(sql`accounts`, { id: sql`accounts.id`, scopeId: sql`accounts.scope_id` }))(
      database.db,
      made.map((each) => each.id),
    );
    accounts = made.map((each) => ({ id: each.id, path: paths.get(each.id) ?? '' }));
    await database.pool.query('create table things (id serial, account_id bigint, name text, note text, rank int)');
    const [own, other] = accounts.map((each) => each.id);
    await database.pool.query(
      `insert into things (account_id, name, note, rank) values
       ($1, 'Broker Nord', 'am Hafen', 2), ($1, 'Zähler', 'Nordhalle', null), ($1, 'Pumpe', '50% A_B', 2),
       ($1, 'Ventil', '', 1), ($2, 'Broker Nord', 'fremd', 1)`,
      [own, other],
    );
    return created.drop;
  });

  it('holds the rows of visible accounts alone, and counts only those', async () => {
    expect(await namesOf(visibleTo(0), first)).toEqual(['Broker Nord', 'Pumpe', 'Ventil', 'Zähler']);
    expect(await totalOf(database.db, visibleTo(1))).toEqual({ total: 1 });
    expect(await namesOf(scopedFrom(scopedThings, { grants: [] }, 'DigitalTwin.read'), first)).toEqual([]);
    const ids = (await database.pool.query<{ id: number }>('select id from things')).rows.map((row) => row.id);
    expect((await visibleIds(database.db, visibleTo(0), ids)).size).toBe(4);
  });

  it('can’t be read from a query without the check who may see its rows', () => {
    expectTypeOf<SQL>().not.toExtend<VisibleRows>();
    expectTypeOf<{ id: SQL; every: SQL }>().not.toExtend<VisibleRows>();
    expectTypeOf<Parameters<typeof pageOfIds>[1]>().toEqualTypeOf<VisibleRows>();
  });

  it('is sorted in both directions by all keys, with null as the smallest value', async () => {
    expect(await namesOf(visibleTo(0), { ...first, sort: 'rank' })).toEqual([
      'Zähler',
      'Ventil',
      'Broker Nord',
      'Pumpe',
    ]);
    expect(await namesOf(visibleTo(0), { ...first, sort: '-rank' })).toEqual([
      ...['Pumpe', 'Broker Nord', 'Ventil', 'Zähler'],
    ]);
  });

  it('is read page by page', async () => {
    const page = await thingPage(database.db, visibleTo(0), { sort: '-name', offset: 1, limit: 2 }, read);
    expect(page).toMatchObject({ rows: [{ name: 'Ventil' }, { name: 'Pumpe' }], total: 4 });
  });

  it.each([
    ['nord BROKER', ['Broker Nord']],
    ['nord', ['Broker Nord', 'Zähler']],
    ['zä hall', ['Zähler']],
    ['hafen pumpe', []],
    ['0%', ['Pumpe']],
    ['a_b', ['Pumpe']],
    ['50_', []],
    ['   ', ['Broker Nord', 'Pumpe', 'Ventil', 'Zähler']],
  ])('finds the rows that contain every word of %j in one of their texts', async (search, expected) => {
    expect(await namesOf(visibleTo(0), { ...first, search })).toEqual(expected);
  });

  it('keeps its check whatever is joined and asked for', async () => {
    const joined = visibleTo(0)
      .join(sql`left join things twice on twice.id = things.id`)
      .where(sql`(things.note = 'fremd' or true)`);
    expect(await namesOf(joined, first)).toHaveLength(4);
    const seen = seenFrom(scopedThings, sql`things.rank = 1`);
    expect(await namesOf(seen.where(sql`things.note <> ''`, undefined), first)).toEqual(['Broker Nord']);
  });

  it('walks in order, with an estimated total, when it is too long to be collected', async () => {
    await database.pool.query(
      `insert into things (account_id, name, rank) select $1, 'n' || lpad(n::text, 6, '0'), n
       from generate_series(1, 10100) n`,
      [accounts[1]?.id],
    );
    const page = await pageOfIds(
      database.db,
      visibleTo(1),
      { keys: [sql`things.rank`], isDescending: true, isNullable: true },
      { offset: 0, limit: 2 },
    );
    expect(page).toMatchObject({ totalIsEstimate: true });
    expect(page.total).toBeGreaterThan(10_000);
    expect((await read(page.ids)).map(({ name }) => name).sort()).toEqual(['n010099', 'n010100']);
  });
});
