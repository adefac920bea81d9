import { findTags } from '../../apps/server/src/features/twins/list/choice.store.ts';
import { findTwinRows } from '../../apps/server/src/features/twins/list/twin-row.store.ts';
import { visibleAncestorsOf } from '../../apps/server/src/features/twins/tree/ancestors.store.ts';
import { findNodeIds, findNodes, findWays } from '../../apps/server/src/features/twins/tree/node.store.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';
import { type TwinFilter, twinListQuery } from '../../packages/contract/src/twin.ts';
import { defineBench } from '../bench.ts';
import { openDatabase } from '../database.ts';
import { medianMs } from '../measure.ts';
import { clusterQuestions } from './clusters.ts';
import { actors, loadTwins, oneBuilding } from './load.ts';

const rounds = 7;

async function list(db: Db, actor: Actor, query: object): Promise<void> {
  const { rows } = await findTwinRows(db, actor, twinListQuery.parse(query));
  const ids = rows.map(({ id }) => id);
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
  'list of an account': (db, actor) => list(db, actor, { tenantId: '2' }),
  'list with a tag': (db, actor) => list(db, actor, { tags: 'tag 7' }),
  'list below a building': (db, actor) => list(db, actor, { twinId: String(oneBuilding) }),
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

/** Limits for interactive queries; the map without squares and the list of all tags are only for comparison. */
const limitOf = (twins: number) => ({ atMost: twins > 100_000 ? 200 : 100 });
const isComparison = (question: string) => /without counted squares|^tags/.test(question);

export const bench = defineBench({
  about: 'Lists, searches, trees and maps of twins, for somebody who sees all and for somebody who sees little.',
  options: { twins: { default: [100_000], about: 'numbers of buildings, floors and rooms' } },
  async run({ twins }, { table }) {
    for (const count of twins) {
      const { db, pool, stop } = await openDatabase();
      await loadTwins(pool, count);
      const add = table(`Questions about ${count.toLocaleString('en')} twins`);
      for (const [question, ask] of Object.entries(questions)) {
        const target = isComparison(question) ? {} : { target: limitOf(count) };
        for (const [of, who] of Object.entries(actors)) {
          add(question, await medianMs(rounds, () => ask(db, who)), 'ms', { of, ...target });
        }
      }
      await stop();
    }
  },
});
