import { createValues } from '../../apps/server/src/features/states/engine/values.ts';
import { findListedStates } from '../../apps/server/src/features/states/state-list.store.ts';
import { lockedTables } from '../../apps/server/src/ingest/newest/index.ts';
import { completeNewest } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { stateListQuery } from '../../packages/contract/src/state.ts';
import { defineBench } from '../bench.ts';
import { openDatabase } from '../database.ts';
import { medianMs } from '../measure.ts';
import { atTheEnd } from '../resources.ts';
import type { Recorder } from '../result.ts';

const statesPerTwin = 10;
const batchSize = 1_000;
const rounds = 11;

async function measure(twinCount: number, { table }: Recorder): Promise<void> {
  const { db, pool } = await openDatabase();
  const sandbox = createSandbox({ log: createLog('silent') });
  atTheEnd(sandbox.close);
  const history = createPostgresHistory({ pool });
  await history.ensurePartitions(Date.now());
  const values = createValues({ history, sandbox, clock: systemClock });

  await pool.query(`insert into scopes (id, path, name) overriding system value values (1, '1', 'Bench')`);
  await pool.query(`insert into accounts (id, name, scope_id) overriding system value values (1, 'Bench', 1)`);
  await pool.query(
    `insert into twins (id, account_id, path, scope_id, title, search_text) overriding system value
     select n, 1, n::text::ltree, 1, 'Pump ' || n, 'pump ' || n from generate_series(1, $1::int) n`,
    [twinCount],
  );
  const insertStates = `insert into states (id, twin_id, key, title, value_type, visualisation, source, config, position, transformer)
    overriding system value`;
  await pool.query(
    `${insertStates}
     select n, 1 + (n - 1) / $2::int, 'key_' || n % $2::int, 'State ' || n % 97, 'number', '{"thresholds":[40,60],"direction":"ascending"}',
       'none', '{"source":"none"}', n % $2::int, '' from generate_series(1, $1::int) n`,
    [twinCount * statesPerTwin, statesPerTwin],
  );
  // Aggregates of the first 500 states: one without a script, one with.
  for (const [id, script] of [
    [900_001, ''],
    [900_002, 'return value.reduce((sum, each) => sum + (each ?? 0), 0)'],
  ]) {
    await pool.query(
      `${insertStates}
       select $1::bigint, $2, 'sum_' || $1::bigint, 'Sum', 'number', '{"thresholds":[],"direction":"ascending"}', 'aggregate',
         jsonb_build_object('source', 'aggregate', 'stateIds', (select jsonb_agg(n) from generate_series(1, 500) n)), 50, $3`,
      [id, twinCount, script],
    );
    await pool.query(`insert into state_sources select $1::bigint, n from generate_series(1, 500) n`, [id]);
  }
  await completeNewest(pool);
  await pool.query('vacuum analyze');

  let seq = 0;
  const startMs = Date.now() - 3_600_000;
  /** Packets of ten values, each for another twin. */
  const updatesOf = (firstId: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      seq += 1;
      return {
        stateId: firstId + index,
        value: seq % 100,
        measuredAt: new Date(startMs + seq),
        receivedAt: new Date(),
        origin: 'live' as const,
        shard: 1,
        seq: Math.floor(seq / statesPerTwin),
      };
    });

  const batches = 30;
  const startedMs = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    await values.apply(
      db,
      updatesOf(1_001 + ((batch * batchSize) % (twinCount * statesPerTwin - 2 * batchSize + 1)), batchSize),
    );
  }
  const add = table('Values');
  add('in batches of 1,000', (batches * batchSize) / ((performance.now() - startedMs) / 1000), 'values/s');
  const apply = (firstId: number, count: number) => medianMs(rounds, () => values.apply(db, updatesOf(firstId, count)));
  add('one value', await apply(twinCount * 5, 1), 'ms');
  add('one value below two aggregates of 500 sources', await apply(1, 1), 'ms');
  add('all 500 sources in packets of ten', await apply(1, 500), 'ms');
  await pool.query(`vacuum analyze states, ${lockedTables.values}, twins`);

  const grants = [{ scope: '1', permissions: ['DigitalTwin.read'] }];
  // The list only reads the grants.
  const actor = { grants } as unknown as Actor;
  const list = (query: object) => medianMs(rounds, () => findListedStates(db, actor, stateListQuery.parse(query)));
  const addList = table(`Lists of ${twinCount * statesPerTwin} data states`);
  const questions: Record<string, object> = {
    'first page by twin': {},
    'page in the middle': { offset: twinCount * 5 },
    'first page by title': { sort: 'title' },
    'first page by key': { sort: 'key' },
    'newest values first': { sort: '-timestamp' },
    'worst status first': { sort: '-status' },
    'search by title of the twin': { search: 'pump 777' },
    'search by state and twin': { search: 'state 55 pump 12' },
    'search that finds nothing': { search: 'nosuchword' },
    errors: { status: 'error' },
  };
  for (const [name, query] of Object.entries(questions)) addList(name, await list(query), 'ms');
}

export const bench = defineBench({
  about: 'Values a second, aggregates of 500 sources, and lists of data states.',
  options: { twins: { default: 10_000, about: 'twins with ten data states each; at least 200' } },
  run: ({ twins }, recorder) => measure(twins, recorder),
});
