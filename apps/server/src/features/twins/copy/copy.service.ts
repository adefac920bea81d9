import type { RouteInput } from '@stellwerk/contract/core/route';
import { twinLimits } from '@stellwerk/contract/twin';
import type { duplicateTwin } from '@stellwerk/contract/twin-copy';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { TwinStatesPort } from '../ports.ts';
import { setReferences } from '../reference.store.ts';
import { depthOf, type NewPlace, pathBelow, requireDepth, takePlace } from '../tree/placement.service.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { drawIds, insertTwins, type NewTwinRow, searchTextOf } from '../twin.store.ts';
import { type CopiedTwin, copyImages, findBelow, findOriginal, type Original } from './copy.store.ts';

/** What a copy has in place of what its original has. */
export interface NewCopy {
  original: Original;
  /** Where it goes; a copy inside a copied branch goes below the copy of its parent. */
  place: Pick<NewPlace, 'accountId' | 'parentId' | 'parentPath' | 'scopeId'>;
  values: Partial<Omit<Original, 'id' | 'parentId'>>;
  references?: { name: string; value: string }[];
  bulk?: { bulkJobId: number; bulkLine: number };
}

interface CopyOptions {
  states: Pick<TwinStatesPort, 'copy'>;
}

/** Writes copies with their images and states. */
export async function writeCopies(
  db: Db,
  { states }: CopyOptions,
  copies: readonly (NewCopy & { id: number })[],
  createdBy: number | null,
): Promise<void> {
  const rows = copies.map(({ id, original: { id: _id, ...original }, place, values, references = [], bulk }) => {
    const fields = { ...original, ...values };
    const row: NewTwinRow = {
      ...fields,
      ...bulk,
      id,
      accountId: place.accountId,
      parentId: place.parentId,
      scopeId: place.scopeId,
      path: pathBelow(place.parentPath, id),
      searchText: searchTextOf({ ...fields, references }),
      createdBy,
    };
    return row;
  });
  await insertTwins(db, rows);
  await setReferences(
    db,
    copies.map(({ id, references = [] }) => ({ twinId: id, references })),
  );
  const pairs = copies.map(({ id, original }): CopiedTwin => ({ fromTwinId: original.id, toTwinId: id }));
  await copyImages(db, pairs);
  await states.copy(db, pairs);
}

export function createCopyService(options: CopyOptions) {
  return {
    /** Returns the id of the copy. */
    async duplicate(ctx: Ctx, id: number, input: RouteInput<typeof duplicateTwin>['body']): Promise<number> {
      const { db, actor } = ctx;
      const { title, withDescendants, ...placement } = input;
      const place = await takePlace(db, actor, placement);
      const top = (await findOriginal(db, actor, id)) ?? fail('DTWIN_NOT_FOUND');
      const { path } = (await findPlace(db, id)) ?? fail('DTWIN_NOT_FOUND');
      const below = withDescendants ? await findBelow(db, actor, path, twinLimits.subtree) : [];
      if (below.length + 1 > twinLimits.subtree) fail('DTWIN_SUBTREE_TOO_LARGE', { limit: twinLimits.subtree });
      const copies = await planBranch(db, [top, ...below], place);
      const height = Math.max(...copies.map((copy) => depthOf(copy.place.parentPath))) + 1 - depthOf(place.parentPath);
      requireDepth(place.parentPath, height);
      const [first] = copies;
      if (!first) throw new Error('a copy has at least its top');
      first.values = { title };
      await writeCopies(db, options, copies, actor.userId);
      ctx.activity.objects.push({ noun: 'twin', id: first.id });
      ctx.activity.details = { title, twins: copies.length };
      return first.id;
    },
  };

  /** From the top down: the copy of a twin goes below that of its parent, and one without a parent stays behind. */
  async function planBranch(db: Db, branch: readonly Original[], place: NewPlace) {
    const ids = await drawIds(db, branch.length);
    const copies: (NewCopy & { id: number })[] = [];
    const pathOf = new Map<number, { id: number; path: string }>();
    for (const [index, original] of branch.entries()) {
      const id = ids[index] ?? 0;
      const parent = index === 0 ? undefined : pathOf.get(original.parentId ?? 0);
      if (index > 0 && !parent) continue;
      const here = parent ? { ...place, parentId: parent.id, parentPath: parent.path } : place;
      pathOf.set(original.id, { id, path: pathBelow(here.parentPath, id) });
      copies.push({ id, original, place: here, values: {} });
    }
    return copies;
  }
}
export type CopyService = ReturnType<typeof createCopyService>;
