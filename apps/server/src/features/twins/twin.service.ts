import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type {
  createTwin,
  listTagsZones,
  readTwin,
  Twin,
  TwinCategory,
  TwinRow,
  updateTwin,
} from '@stellwerk/contract/twin';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { isModuleActive } from '../accounts/index.ts';
import { filesOf } from './files/file.store.ts';
import { statusesBelow } from './list/below.store.ts';
import { findRelatedUsers, findTags, findZones } from './list/choice.store.ts';
import { findTwinRows, type TwinList } from './list/twin-row.store.ts';
import { crossesItself } from './place/polygon.ts';
import type { TwinStatesPort } from './ports.ts';
import { type Relation, referencesOf, relationsOf, setReferences, setRelations } from './reference.store.ts';
import { visibleAncestorsOf } from './tree/ancestors.store.ts';
import type { Mover } from './tree/move.service.ts';
import { onMap, pathBelow, requireDepth, takePlace } from './tree/placement.service.ts';
import {
  changeTwin,
  countChildren,
  findTwin,
  firstChildren,
  insertTwins,
  lockTwin,
  renameScope,
  searchTextOf,
  takeIds,
} from './twin.store.ts';
import { toRow, toTwin } from './twin-mapper.ts';

type NewTwin = RouteInput<typeof createTwin>['body'];
type Change = RouteInput<typeof updateTwin>['body'];

const shownChildren = 100;

function checkFields({ userRelations = [], geoPolygon = null }: Partial<NewTwin>): void {
  const pairs = new Set(userRelations.map(({ userId, responsibility }) => `${userId} ${responsibility}`));
  if (pairs.size < userRelations.length) fail('DTWIN_USER_RELATION_DUPLICATE');
  if (geoPolygon && crossesItself(geoPolygon)) fail('DTWIN_POLYGON_CROSSES_ITSELF');
}

/** Coordinates without an address were entered by hand. */
function locate(change: Change, before: { latitude: number | null; longitude: number | null }) {
  if (change.latitude === undefined && change.longitude === undefined) return {};
  const { latitude = before.latitude, longitude = before.longitude } = change;
  const isMoved = latitude !== before.latitude || longitude !== before.longitude;
  return {
    ...onMap({ latitude, longitude }),
    ...(isMoved ? { isAddressLinked: change.isAddressLinked ?? false } : {}),
  };
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** The noun to create or change and the permission it requires. Virtual devices are twins, too. */
export interface TwinKind {
  noun: 'twin' | 'device';
  category: TwinCategory;
  permission: PermissionRule;
}
const plainTwin: TwinKind = { noun: 'twin', category: 'digitalTwin', permission: 'DigitalTwin.write' };

interface TwinServiceOptions {
  states: Pick<TwinStatesPort, 'count' | 'moved'>;
  mover: Mover;
}

export function createTwinService({ states, mover }: TwinServiceOptions) {
  async function read(ctx: Ctx, id: number, options: RouteInput<typeof readTwin>['query'] = {}): Promise<Twin> {
    const { db, actor } = ctx;
    const found = (await findTwin(db, actor, id)) ?? fail('DTWIN_NOT_FOUND');
    const { bare = false, no_descendents: isAlone = bare } = options;
    const children = isAlone ? [] : await firstChildren(db, actor, id, shownChildren);
    return toTwin(actor, found, {
      references: (await referencesOf(db, [id])).get(id) ?? [],
      userRelations: bare ? [] : await relationsOf(db, id),
      ancestors: (await visibleAncestorsOf(db, actor, [id])).get(id) ?? [],
      childCount: await countChildren(db, actor, id),
      children,
      below: await statusesBelow(db, actor, [id, ...children.map((child) => child.id)]),
      stateCount: (await states.count(db, [id])).get(id) ?? 0,
      files: bare ? [] : await filesOf(db, id),
      canBeShared: await isModuleActive(db, found.accountId, 'twin-sharing'),
    });
  }

  async function setBeside(db: Db, id: number, { references, userRelations }: Partial<NewTwin>): Promise<void> {
    if (references) await setReferences(db, [{ twinId: id, references }]);
    if (userRelations) await setRelations(db, id, userRelations satisfies Relation[]);
  }

  /** Changes a twin without reading it again, for changes of many at once. */
  async function change(ctx: Ctx, id: number, input: Change, { permission }: TwinKind): Promise<void> {
    const { db } = ctx;
    const { parentId, references, userRelations, ...fields } = input;
    checkFields({ ...fields, userRelations });
    if (parentId !== undefined) await mover.move(ctx, id, parentId, permission);
    const before = (await lockTwin(db, id)) ?? fail('DTWIN_NOT_FOUND');
    const { title = before.title, tags = before.tags } = fields;
    const addressed = references ?? (await referencesOf(db, [id])).get(id) ?? [];
    await setBeside(db, id, { references, userRelations });
    await changeTwin(db, id, {
      ...defined(fields),
      ...locate(fields, before),
      searchText: searchTextOf({ title, tags, references: addressed }),
    });
    const { latitude = before.latitude, longitude = before.longitude } = fields;
    const isMoved = latitude !== before.latitude || longitude !== before.longitude;
    if (isMoved && latitude !== null && longitude !== null) await states.moved(db, { twinId: id, latitude, longitude });
    if (before.ownsScope && title !== before.title) await renameScope(db, before.scopeId, title);
    ctx.activity.details = { title };
  }

  return {
    read,
    change,

    async list({ db, actor }: Ctx, list: TwinList) {
      const { rows, ...total } = await findTwinRows(db, actor, list);
      const ids = rows.map(({ id }) => id);
      const [ancestors, counts] = [await visibleAncestorsOf(db, actor, ids), await states.count(db, ids)];
      const below = await statusesBelow(db, actor, ids);
      const references = list.include_references || list.include_identifiers ? await referencesOf(db, ids) : undefined;
      const data = rows.map(
        (row): TwinRow =>
          toRow(actor, row, {
            ancestors: ancestors.get(row.id) ?? [],
            stateCount: counts.get(row.id) ?? 0,
            below: below(row.id),
            ...(list.include_properties ? { keyValue: row.keyValue } : {}),
            ...(references ? { references: references.get(row.id) ?? [] } : {}),
          }),
      );
      return { data, ...total, offset: list.offset, limit: list.limit };
    },

    relatedUsers: ({ db }: Ctx, id: number, search: string | undefined) => findRelatedUsers(db, id, search),

    async tagsAndZones({ db, actor }: Ctx, { tenantId, search }: RouteInput<typeof listTagsZones>['query']) {
      const choice = { tenantId, search };
      return { tags: await findTags(db, actor, choice), zones: await findZones(db, actor, choice) };
    },

    async create(ctx: Ctx, input: NewTwin, kind: TwinKind = plainTwin): Promise<Twin> {
      const { parentId, tenantId, references, userRelations, ...fields } = input;
      const { db, actor } = ctx;
      checkFields({ ...fields, userRelations });
      const place = await takePlace(db, actor, { parentId, tenantId }, kind.permission);
      requireDepth(place.parentPath, 1);
      const [id = 0] = await takeIds(db, 1);
      const { latitude = null, longitude = null } = fields;
      await insertTwins(db, [
        {
          ...defined(fields),
          ...locate(fields, { latitude: null, longitude: null }),
          id,
          category: kind.category,
          title: fields.title,
          latitude,
          longitude,
          accountId: place.accountId,
          parentId: place.parentId,
          path: pathBelow(place.parentPath, id),
          scopeId: place.scopeId,
          searchText: searchTextOf({ ...defined(fields), title: fields.title, references: references ?? [] }),
          createdBy: actor.userId,
        },
      ]);
      await setBeside(db, id, { references, userRelations });
      ctx.activity.objects.push({ noun: kind.noun, id });
      ctx.activity.details = { title: fields.title };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, input: Change, kind: TwinKind = plainTwin): Promise<Twin> {
      await change(ctx, id, input, kind);
      return read(ctx, id);
    },
  };
}
export type TwinService = ReturnType<typeof createTwinService>;
