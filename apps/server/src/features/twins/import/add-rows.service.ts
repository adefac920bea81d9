import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { addTwins, type NewTwins } from '../copy/bulk.service.ts';
import { seesTwins } from '../twin.policy.ts';
import type { TwinKind } from '../twin.service.ts';
import { findParents } from './import.store.ts';

/** The place of rows without a parent of their own. */
export interface ImportPlace {
  parentId: number | null;
  accountId: number;
}

interface ImportedRow {
  parentId?: number | undefined;
}

/** Rows may name parents of the same account that the caller sees; others look like missing ones. */
async function checkParents({ db, actor }: Ctx, { accountId }: ImportPlace, rows: readonly ImportedRow[]) {
  const wanted = [...new Set(rows.flatMap(({ parentId }) => parentId ?? []))];
  const found = await findParents(db, wanted);
  for (const id of wanted) {
    const parent = found.get(id);
    if (!parent || parent.accountId !== accountId || !may(actor, seesTwins, parent.scopePath)) fail('DTWIN_NOT_FOUND');
  }
}

/** Creates the twins of imported rows, one statement for each parent, and returns their ids in the order of the rows. */
export async function addImported<Row extends ImportedRow>(
  ctx: Ctx,
  place: ImportPlace,
  rows: readonly Row[],
  { kind, twinOf }: { kind: TwinKind; twinOf: (row: Row) => NewTwins['twins'][number] },
): Promise<number[]> {
  await checkParents(ctx, place, rows);
  const ids = new Map<Row, number>();
  for (const [parent, members] of Map.groupBy(rows, (row) => row.parentId ?? place.parentId)) {
    const added = await addTwins(ctx.db, ctx.actor, {
      place: parent === null ? { tenantId: place.accountId } : { parentId: parent },
      createdBy: ctx.actor.userId,
      twins: members.map(twinOf),
      kind,
    });
    for (const [index, row] of members.entries()) ids.set(row, added.ids[index] ?? 0);
  }
  return rows.map((row) => ids.get(row) ?? 0);
}
