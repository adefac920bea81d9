import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { setReferences } from '../reference.store.ts';
import { onMap, pathBelow, requireDepth, takePlace } from '../tree/placement.service.ts';
import type { TwinKind } from '../twin.service.ts';
import { insertTwins, type NewTwinRow, searchTextOf, takeIds } from '../twin.store.ts';

type Given = Pick<NewTwinRow, 'title'> &
  Partial<
    Pick<
      NewTwinRow,
      | 'description'
      | 'icon'
      | 'tags'
      | 'type'
      | 'latitude'
      | 'longitude'
      | 'room'
      | 'floorNumber'
      | 'address'
      | 'keyValue'
    >
  > & { references?: { name: string; value: string }[] };

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
    const { references = [], ...fields } = twin;
    const { latitude = null, longitude = null, tags = [] } = fields;
    return {
      ...fields,
      ...onMap({ latitude, longitude }),
      id,
      category: kind.category,
      accountId: place.accountId,
      parentId: place.parentId,
      path: pathBelow(place.parentPath, id),
      scopeId: place.scopeId,
      searchText: searchTextOf({ title: twin.title, tags, references }),
      createdBy,
    };
  });
  await insertTwins(db, rows);
  const referenced = twins.flatMap(({ references = [] }, index) =>
    references.length > 0 ? [{ twinId: ids[index] ?? 0, references }] : [],
  );
  if (referenced.length > 0) await setReferences(db, referenced);
  return { ids, accountId: place.accountId };
}
