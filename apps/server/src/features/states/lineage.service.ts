import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { LineageNode, readLineage, useKinds } from '@stellwerk/contract/lineage';
import type { Db } from '../../platform/db/db.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { findEdgesAmong, findNextLevel } from './edge.store.ts';
import { type DescribedState, describeStates } from './state.store.ts';
import { jsonOf, maySeeState, toSource } from './state-mapper.ts';

/** A rule, widget or flow outside of this feature that uses a state. */
export interface StateUse {
  kind: (typeof useKinds)[number];
  stateId: number;
  id: number;
  /** Null if the caller may not see it. */
  title: string | null;
  twinId: number | null;
}

/** Implemented by each feature that uses states. */
export type StateUses = (db: Db, actor: Actor, stateIds: number[]) => Promise<StateUse[]>;

type Lineage = RouteOutput<typeof readLineage>['data'];

const maxNodes = 500;
const maxLevels = 10;

/** Walks level by level, so that a state with very many dependents costs no more than the displayed nodes. */
async function walk(db: Db, start: number, towards: 'sources' | 'uses', room: number) {
  const depths = new Map<number, number>();
  let level = [start];
  for (let depth = 1; level.length > 0; depth += 1) {
    const known = [start, ...depths.keys()];
    level = await findNextLevel(db, { ids: level, known, towards, limit: room - depths.size + 1 });
    if (level.length > 0 && depth > maxLevels) return { depths, isCut: true };
    const shown = level.slice(0, room - depths.size);
    for (const id of shown) depths.set(id, depth);
    if (shown.length < level.length) return { depths, isCut: true };
  }
  return { depths, isCut: false };
}

function toNode(state: DescribedState, actor: Actor, depth: number): LineageNode {
  const isSeen = maySeeState(actor, state.scopePath);
  return {
    ...toSource(state, actor),
    source: isSeen ? state.source : null,
    value: isSeen ? jsonOf(state.value) : null,
    timestamp: isSeen ? (state.measuredAt?.toISOString() ?? null) : null,
    depth,
  };
}

export const createLineageService = ({ uses }: { uses: () => readonly StateUses[] }) => ({
  /** Sources have negative depths, dependents positive ones. */
  async read(ctx: Ctx, id: number): Promise<Lineage> {
    const above = await walk(ctx.db, id, 'sources', maxNodes - 1);
    const below = await walk(ctx.db, id, 'uses', maxNodes - 1 - above.depths.size);
    const depths = new Map([
      [id, 0],
      ...below.depths,
      ...[...above.depths].map(([key, depth]) => [key, -depth] as const),
    ]);
    const described = await describeStates(ctx.db, [...depths.keys()]);
    const nodes = described
      .map((state) => toNode(state, ctx.actor, depths.get(state.stateId) ?? 0))
      .sort((a, b) => a.depth - b.depth || a.stateId - b.stateId);
    const used = nodes.filter(({ depth, key }) => depth >= 0 && key !== null).map(({ stateId }) => stateId);
    const found = await Promise.all(uses().map((find) => find(ctx.db, ctx.actor, used)));
    return {
      nodes,
      edges: await findEdgesAmong(ctx.db, [...depths.keys()]),
      uses: found.flat().map(({ twinId, ...use }) => ({ ...use, dtwinId: twinId })),
      isCut: above.isCut || below.isCut,
    };
  },
});
export type LineageService = ReturnType<typeof createLineageService>;
