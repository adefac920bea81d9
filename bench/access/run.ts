import { cpus } from 'node:os';
import { findJobs } from '../../apps/server/src/features/jobs/job.store.ts';
import { decide, type Grant } from '../../apps/server/src/platform/policy/policy.ts';
import { jobListQuery, seesJobs } from '../../packages/contract/src/job.ts';
import { type Database, withDatabase } from '../database.ts';
import { median, medianMs } from '../measure.ts';
import { createDice, dealRoles, growTree, permissions, roleCount, scopeCount } from './tree.ts';

/** node bench/access/run.ts: what a decision costs, and a list of 100,000 rows that is filtered by it. */

const targetMicros = 20;
const rowCount = 100_000;
const rounds = 15;

const dice = createDice(7);
const paths = growTree(dice);
const grants = dealRoles(dice, paths);
const questions = Array.from({ length: 4096 }, () => ({
  permission: permissions[dice(permissions.length)] ?? 'all.read',
  path: paths[dice(paths.length)] ?? '1',
}));

/** What every call reads anew from the database: nothing is known about it yet. */
const freshGrants = (): Grant[] => grants.map((grant) => ({ ...grant }));
/** The worst case: all 50 roles in the topmost scope, so that each of them has a say in every decision. */
const freshAtTop = (): Grant[] => grants.map((grant) => ({ ...grant, scope: '1' }));

/** Median time of one decision over many rounds; the time to prepare a round is not counted. */
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
  return Number(median(times).toFixed(3));
}

function measureDecisions() {
  microsPerDecision(1, freshGrants, 5_000);
  const warm = microsPerDecision(4096, () => grants, 200);
  const cold = microsPerDecision(1, freshGrants, 20_000);
  const worst = microsPerDecision(1, freshAtTop, 20_000);
  return {
    'first decision of a call': cold,
    'first hundred decisions of a call, each': microsPerDecision(100, freshGrants, 2_000),
    'each further one': warm,
    'first decision with all roles in the topmost scope': worst,
    'ratio first / further': Math.round(cold / warm),
    'below the target of 20 µs': Math.max(cold, warm, worst) < targetMicros,
  };
}

async function measureLists({ db, pool }: Database) {
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
  const page = async (held: readonly Grant[]) => (await findJobs(db, held, seesJobs, list)).total;
  const everything = [{ scope: '1', permissions: ['super.system.manage'] }];
  return {
    'rows that the user of 50 roles may see': await page(grants),
    'page and total of somebody who may see all, ms': await medianMs(rounds, () => page(everything)),
    'page and total of the user of 50 roles, ms': await medianMs(rounds, () => page(grants)),
  };
}

await withDatabase(async (database) => {
  const figures = {
    cores: cpus().length,
    roles: roleCount,
    scopes: scopeCount,
    decisionMicros: measureDecisions(),
    lists: { rows: rowCount, ...(await measureLists(database)) },
  };
  console.table(figures.decisionMicros);
  console.table(figures.lists);
  console.log(JSON.stringify(figures));
});
