import { findJobs } from '../../apps/server/src/features/jobs/job.store.ts';
import { decide, type Grant } from '../../apps/server/src/platform/policy/policy.ts';
import { jobListQuery } from '../../packages/contract/src/job.ts';
import { defineBench } from '../bench.ts';
import { type Database, openDatabase } from '../database.ts';
import { median, medianMs } from '../measure.ts';
import type { Add } from '../result.ts';
import { createDice, dealRoles, growTree, permissions, roleCount, scopeCount } from './tree.ts';

const target = { atMost: 20 };
const rounds = 15;

const dice = createDice(7);
const paths = growTree(dice);
const grants = dealRoles(dice, paths);
const questions = Array.from({ length: 4096 }, () => ({
  permission: permissions[dice(permissions.length)] ?? 'all.read',
  path: paths[dice(paths.length)] ?? '1',
}));

/** Grants as each call reads them from the database, without cached decisions. */
const freshGrants = (): Grant[] => grants.map((grant) => ({ ...grant }));
/** The worst case: all 50 roles in the topmost scope, so that each affects every decision. */
const freshAtTop = (): Grant[] => grants.map((grant) => ({ ...grant, scope: '1' }));

/** Median time of one decision over many rounds, without the preparation of a round. */
function microsPerDecision(perRound: number, source: () => readonly Grant[], repeats: number): number {
  const times: number[] = [];
  let asked = 0;
  for (let round = 0; round < repeats; round += 1) {
    const held = source();
    const startedMs = performance.now();
    for (let index = 0; index < perRound; index += 1, asked += 1) {
      const question = questions[asked % questions.length];
      if (question) decide(held, question.permission, question.path);
    }
    times.push(((performance.now() - startedMs) * 1000) / perRound);
  }
  return median(times);
}

function measureDecisions(add: Add): void {
  microsPerDecision(1, freshGrants, 5_000);
  add('first decision of a call', microsPerDecision(1, freshGrants, 20_000), 'µs', { target });
  add('first hundred decisions of a call, each', microsPerDecision(100, freshGrants, 2_000), 'µs', { target });
  add(
    'each further one',
    microsPerDecision(4096, () => grants, 200),
    'µs',
    { target },
  );
  add('first decision, all roles in the topmost scope', microsPerDecision(1, freshAtTop, 20_000), 'µs', { target });
}

async function measureLists({ db, pool }: Database, rowCount: number, add: Add): Promise<void> {
  await pool.query(
    `insert into scopes (id, path, name, parent_id) overriding system value
     select split_part(path, '.', -1)::bigint, path::ltree, path, nullif(split_part(path, '.', -2), '')::bigint
     from unnest($1::text[]) as path`,
    [paths],
  );
  await pool.query(`insert into accounts (name, scope_id) values ('Bench', 1)`);
  await pool.query(
    `insert into jobs (account_id, scope_id, kind, title, payload, state)
     select a.id, 1 + (n * 7919) % $1::int, 'export', 'Export ' || n, '{}', 'done' from accounts a, generate_series(1, $2::int) n`,
    [scopeCount, rowCount],
  );
  await pool.query('vacuum analyze scopes, jobs');
  const list = jobListQuery.parse({});
  const page = async (held: readonly Grant[]) => (await findJobs(db, { grants: held }, list)).total;
  const everything = [{ scope: '1', permissions: ['super.system.manage'] }];
  add('page and total of somebody who may see all', await medianMs(rounds, () => page(everything)), 'ms');
  add('page and total of the user of 50 roles', await medianMs(rounds, () => page(grants)), 'ms');
  add('rows that the user of 50 roles may see', await page(grants), 'rows');
}

export const bench = defineBench({
  about: 'What a decision about access costs, and a list that is filtered by it.',
  options: { rows: { default: 100_000, about: 'rows of the list' } },
  async run({ rows }, { table }) {
    measureDecisions(table(`One decision: ${roleCount} roles over ${scopeCount} scopes`));
    await measureLists(await openDatabase(), rows, table('A filtered list'));
  },
});
