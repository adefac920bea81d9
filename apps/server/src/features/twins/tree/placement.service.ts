import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { type twinFields, twinLimits, type twinPlacement } from '@stellwerk/contract/twin';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import { mercatorOf } from '../place/mercator.ts';
import { findAccountPlace, findPlace, lockTwinsToAdd } from './tree-change.store.ts';

export interface NewPlace {
  accountId: number;
  parentId: number | null;
  /** Empty for twins at the top of an account. */
  parentPath: string;
  scopeId: number;
  scopePath: string;
}

export const depthOf = (path: string) => (path === '' ? 0 : path.split('.').length);

export function requireDepth(parentPath: string, height: number): void {
  if (depthOf(parentPath) + height > twinLimits.depth) fail('DTWIN_TOO_DEEP', { limit: twinLimits.depth });
}

export const pathBelow = (parentPath: string, id: number) => (parentPath === '' ? String(id) : `${parentPath}.${id}`);

type Placement = z.output<typeof twinPlacement>;

async function find(db: Db, { parentId, tenantId }: Placement): Promise<NewPlace> {
  if (parentId === undefined || parentId === null) {
    if (tenantId === undefined) return fail('DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT');
    const place = (await findAccountPlace(db, tenantId)) ?? fail('ACCOUNT_NOT_FOUND');
    return { accountId: tenantId, parentId: null, parentPath: '', ...place };
  }
  const parent = (await findPlace(db, parentId)) ?? fail('DTWIN_NOT_FOUND');
  const { accountId, path: parentPath, scopeId, scopePath } = parent;
  if (tenantId !== undefined && tenantId !== accountId) {
    fail('VALIDATION_ERROR', {}, { issues: [{ path: 'tenantId', code: 'invalid', params: {} }] });
  }
  return { accountId, parentId, parentPath, scopeId, scopePath };
}

/** The place of new twins: below a twin or at the top of an account. Locks it until the end of the transaction. */
export async function takePlace(
  db: Db,
  actor: Pick<Actor, 'grants'>,
  placement: Placement,
  permission: PermissionRule = 'DigitalTwin.write',
): Promise<NewPlace> {
  const { accountId } = await find(db, placement);
  await lockTwinsToAdd(db, accountId);
  const place = await find(db, placement);
  requireAt(actor, permission, place.scopePath);
  return place;
}

type Coordinates = Pick<z.output<typeof twinFields>, 'latitude' | 'longitude'>;

/** A position on the map needs both coordinates. */
export const onMap = ({ latitude, longitude }: Coordinates): { x: number | null; y: number | null } =>
  latitude === null || longitude === null ? { x: null, y: null } : mercatorOf(latitude, longitude);
