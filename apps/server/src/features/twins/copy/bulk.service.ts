import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { onMap, pathBelow, requireDepth, takePlace } from '../tree/placement.service.ts';
import type { TwinKind } from '../twin.service.ts';
import { insertTwins, type NewTwinRow, searchTextOf, takeIds } from '../twin.store.ts';

type Given = Pick<NewTwinRow, 'title'> &
  Partial<
    Pick<NewTwinRow, 'description' | 'icon' | 'tags' | 'type' | 'latitude' | 'longitude' | 'room' | 'floorNumber'>
  >;

export interface NewTwins {
  /** Below a twin, or at the top of an account. */
  place: { parentId: number } | { tenantId: number };
  kind: TwinKind;
  createdBy: number | null;
  twins: readonly Given[];
}

/** Creates many twins in one place without checks of each. Returns their ids in the given order. */
export async function addTwins(db: Db, actor: Pick<Actor, 'grants'>, given: NewTwins) {
  const { kind, createdBy, twins } = given;
  const place = await takePlace(db, actor, given.place, kind.permission);
  requireDepth(place.parentPath, 1);
  const ids = await takeIds(db, twins.length);
  const rows = twins.map((twin, index): NewTwinRow => {
    const id = ids[index] ?? 0;
    const { latitude = null, longitude = null, tags = [] } = twin;
    return {
      ...twin,
      ...onMap({ latitude, longitude }),
      id,
      category: kind.category,
      accountId: place.accountId,
      parentId: place.parentId,
      path: pathBelow(place.parentPath, id),
      scopeId: place.scopeId,
      searchText: searchTextOf({ title: twin.title, tags }),
      createdBy,
    };
  });
  await insertTwins(db, rows);
  return { ids, accountId: place.accountId };
}
