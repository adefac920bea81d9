import type { RouteInput } from '@stellwerk/contract/core/route';
import { twinLimits } from '@stellwerk/contract/twin';
import type { duplicateTwin } from '@stellwerk/contract/twin-copy';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { CarriedRules, CarryRules, CopyAuthor, LeftOutRule, TwinStatesPort } from '../ports.ts';
import { setReferences } from '../reference.store.ts';
import { depthOf, type NewPlace, pathBelow, requireDepth, takePlace } from '../tree/placement.service.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { insertTwins, type NewTwinRow, searchTextOf, takeIds } from '../twin.store.ts';
import { branchDuplicateKind } from './branch-kind.ts';
import { type CopiedTwin, copyImages, findBelow, findOriginal, type Original } from './copy.store.ts';
import { distinctRules } from './left-out.ts';

export interface NewCopy {
  original: Original;
  /** Target place; inside a copied branch, below the copy of its parent. */
  place: Pick<NewPlace, 'accountId' | 'parentId' | 'parentPath' | 'scopeId'>;
  values: Partial<Omit<Original, 'id' | 'parentId'>>;
  references?: { name: string; value: string }[];
  bulk?: { bulkJobId: number; bulkLine: number };
}

export interface CopyOptions {
  states: Pick<TwinStatesPort, 'copy'>;
  carryRules: CarryRules;
}

export type PlannedCopy = NewCopy & { id: number };

/** Writes the twins alone; `writeContents` follows in the same transaction, or in the job of a large copy. */
export async function writeTwins(db: Db, copies: readonly PlannedCopy[], { userId }: CopyAuthor): Promise<void> {
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
      createdBy: userId,
    };
    return row;
  });
  await insertTwins(db, rows);
  await setReferences(
    db,
    copies.map(({ id, references = [] }) => ({ twinId: id, references })),
  );
}

/** Copies images, states and rules. */
export async function writeContents(
  db: Db,
  { states, carryRules }: CopyOptions,
  copies: readonly Pick<PlannedCopy, 'id' | 'original'>[],
  author: CopyAuthor,
): Promise<CarriedRules[]> {
  const pairs = copies.map(({ id, original }): CopiedTwin => ({ fromTwinId: original.id, toTwinId: id }));
  await copyImages(db, pairs);
  await states.copy(db, { author, copies: pairs });
  return carryRules(db, { author, copies: pairs, dryRun: false });
}

export async function writeCopies(
  db: Db,
  options: CopyOptions,
  copies: readonly PlannedCopy[],
  author: CopyAuthor,
): Promise<CarriedRules[]> {
  await writeTwins(db, copies, author);
  return writeContents(db, options, copies, author);
}

/** Plans from the top down, below the copy of each parent; twins without a copied parent are skipped. */
export async function planBelow(db: Db, top: PlannedCopy, below: readonly Original[]): Promise<PlannedCopy[]> {
  const ids = await takeIds(db, below.length);
  const copies: PlannedCopy[] = [];
  const pathOf = new Map([[top.original.id, { id: top.id, path: pathBelow(top.place.parentPath, top.id) }]]);
  for (const [index, original] of below.entries()) {
    const parent = pathOf.get(original.parentId ?? 0);
    if (!parent) continue;
    const id = ids[index] ?? 0;
    pathOf.set(original.id, { id, path: pathBelow(parent.path, id) });
    copies.push({ id, original, place: { ...top.place, parentId: parent.id, parentPath: parent.path }, values: {} });
  }
  return copies;
}

export function requireHeight(copies: readonly PlannedCopy[], { parentPath }: Pick<NewPlace, 'parentPath'>): void {
  const depths = copies.map(({ place }) => depthOf(place.parentPath) + 1);
  requireDepth(parentPath, depths.reduce((deepest, depth) => Math.max(deepest, depth), 0) - depthOf(parentPath));
}

export interface Duplicate {
  id: number;
  /** Copies the subtree, if it is more than a call can wait for. */
  jobId: number | undefined;
  /** Rules that were not copied; a job reports its own. */
  leftOut: LeftOutRule[];
}

interface CopyServiceOptions extends CopyOptions {
  jobs: Pick<Jobs, 'enqueue'>;
}

export function createCopyService({ jobs, ...options }: CopyServiceOptions) {
  /** The top exists at once, so that its title is taken and its page can be opened. */
  async function copyInBackground({ db, actor }: Ctx, top: PlannedCopy, size: number): Promise<number> {
    await writeTwins(db, [top], actor);
    return jobs.enqueue(db, {
      accountId: top.place.accountId,
      scopeId: top.place.scopeId,
      userId: actor.userId,
      apiKeyId: actor.apiKeyId,
      kind: branchDuplicateKind,
      title: top.values.title ?? top.original.title,
      resource: 'digitaltwin',
      entityId: top.id,
      total: size,
      payload: { twinId: top.original.id, copyId: top.id },
    });
  }

  return {
    async duplicate(ctx: Ctx, id: number, input: RouteInput<typeof duplicateTwin>['body']): Promise<Duplicate> {
      const { db, actor } = ctx;
      const { title, withDescendants, ...placement } = input;
      const place = await takePlace(db, actor, placement);
      const original = (await findOriginal(db, actor, id)) ?? fail('DTWIN_NOT_FOUND');
      const { path } = (await findPlace(db, id)) ?? fail('DTWIN_NOT_FOUND');
      const below = withDescendants ? await findBelow(db, actor, path, twinLimits.copiedSubtree) : [];
      if (below.length >= twinLimits.copiedSubtree) {
        fail('DTWIN_SUBTREE_TOO_LARGE', { limit: twinLimits.copiedSubtree });
      }
      const [copyId = 0] = await takeIds(db, 1);
      const top: PlannedCopy = { id: copyId, original, place, values: { title } };
      const copies = [top, ...(await planBelow(db, top, below))];
      requireHeight(copies, place);
      ctx.activity.objects.push({ noun: 'twin', id: copyId });
      ctx.activity.details = { title, twins: copies.length };
      if (copies.length > twinLimits.subtree) {
        return { id: copyId, jobId: await copyInBackground(ctx, top, copies.length), leftOut: [] };
      }
      const leftOut = (await writeCopies(db, options, copies, actor)).flatMap((each) => each.leftOut);
      const rulesLeftOut = leftOut.slice(0, 100).map((rule) => rule.title);
      if (leftOut.length > 0) ctx.activity.details = { ...ctx.activity.details, rulesLeftOut };
      return { id: copyId, jobId: undefined, leftOut: distinctRules(leftOut) };
    },
  };
}
export type CopyService = ReturnType<typeof createCopyService>;
