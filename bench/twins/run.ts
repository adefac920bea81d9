import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { visibleAncestorsOf } from '../../apps/server/src/features/twins/ancestors.store.ts';
import { findTags } from '../../apps/server/src/features/twins/choice.store.ts';
import { findNodeIds, findNodes, findWays } from '../../apps/server/src/features/twins/node.store.ts';
import { findTwinIds, findTwinRows } from '../../apps/server/src/features/twins/twin-row.store.ts';
import { connect, type Db } from '../../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { type TwinFilter, twinListQuery } from '../../packages/contract/src/twin.ts';
import { clusterQuestions } from './clusters.ts';
import { actors, loadTwins, oneBuilding } from './load.ts';

/**
 * node bench/twins/run.ts [twins]: lists, searches, trees and maps of many twins (100,000 unless told), for somebody who sees
 * all and for somebody who sees little.
 */

const count = Number(process.argv[2] ?? 100_000);
const rounds = 7;

async function list(db: Db, actor: Actor, query: object): Promise<void> {
  const { ids } = await findTwinIds(db, actor, twinListQuery.parse(query));
  await findTwinRows(db, actor, ids);
  await visibleAncestorsOf(db, actor, ids);
}

async function tree(db: Db, actor: Actor, place: Parameters<typeof findNodeIds>[2]['place'], filter: TwinFilter) {
  const { ids } = await findNodeIds(db, actor, { place, filter, offset: 0, limit: 100 });
  const shown = place === 'anywhere' ? (await findWays(db, ids)).flat() : ids;
  await findNodes(db, actor, [...new Set(shown)]);
}

const questions: Record<string, (db: Db, actor: Actor) => Promise<unknown>> = {
  'list, first page': (db, actor) => list(db, actor, {}),
  'list, newest change first': (db, actor) => list(db, actor, { sort: '-updatedAt' }),
  'list, by type': (db, actor) => list(db, actor, { sort: 'type' }),
  'list of an account': (db, actor) => list(db, actor, { tenantId: 2 }),
  'list with a tag': (db, actor) => list(db, actor, { tags: 'tag 7' }),
  'list below a building': (db, actor) => list(db, actor, { twinId: oneBuilding }),
  'search, many hits': (db, actor) => list(db, actor, { search: 'room' }),
  'search, some hits': (db, actor) => list(db, actor, { search: 'room 77' }),
  'search, one hit': (db, actor) => list(db, actor, { search: 'sn-777' }),
  'search, no hit': (db, actor) => list(db, actor, { search: 'nowhere' }),
  'search, two letters': (db, actor) => list(db, actor, { search: 'ro' }),
  'tree, top': (db, actor) => tree(db, actor, 'topmost', {}),
  'tree, children': (db, actor) => tree(db, actor, { below: oneBuilding }, {}),
  'tree, many hits': (db, actor) => tree(db, actor, 'anywhere', { search: 'room' }),
  'tree, some hits': (db, actor) => tree(db, actor, 'anywhere', { search: 'room 77' }),
  'tree, by type and tag': (db, actor) => tree(db, actor, 'anywhere', { types: ['floor'], tags: ['wing 3'] }),
  ...clusterQuestions,
  'tags in use': (db, actor) => findTags(db, actor, { tenantId: undefined, search: undefined }),
};

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  return Number((times.sort((a, b) => a - b)[rounds >> 1] ?? 0).toFixed(1));
}

const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
const cluster = await startCluster({ dataDir });
try {
  await migrateDatabase(cluster.url);
  const { db, pool, close } = connect({ url: cluster.url });
  const startedMs = performance.now();
  await loadTwins(pool, count);
  const loadSeconds = Math.round((performance.now() - startedMs) / 1000);
  const milliseconds: Record<string, Record<string, number>> = {};
  for (const [question, ask] of Object.entries(questions)) {
    const row: Record<string, number> = {};
    for (const [who, actor] of Object.entries(actors)) row[who] = await medianMs(() => ask(db, actor));
    milliseconds[question] = row;
  }
  console.table(milliseconds);
  console.log(JSON.stringify({ cores: cpus().length, twins: count, loadSeconds, milliseconds }));
  await close();
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
