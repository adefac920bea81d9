import { allOf, type PermissionRule } from '@stellwerk/contract/core/permission';
import { type TwinDependencies, twinLimits } from '@stellwerk/contract/twin';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may, requireAt } from '../../../platform/tenancy/may.ts';
import { keysBelow, unusedOf } from '../files/file.store.ts';
import type { TwinDevicesPort, TwinStatesPort } from '../ports.ts';
import { seesTwins } from '../twin.policy.ts';
import { changeTwin } from '../twin.store.ts';
import type { Mover } from './move.service.ts';
import { arePlain, countBranch, idsBelow, removeBranch, removeTwins, scopesIn } from './removal.store.ts';
import { findPlace, findPlaces, lockTwinsToChange, type TwinPlace } from './tree-change.store.ts';

interface RemovalOptions {
  states: Pick<TwinStatesPort, 'aggregatedElsewhere'>;
  devices: TwinDevicesPort;
  files: Files;
  mover: Mover;
}

const shownAggregates = 100;

/** The noun to delete and the permission it requires. A device does not block its own deletion. */
export interface RemovedKind {
  permission: PermissionRule;
  ownDevices: 0 | 1;
}
const plainTwin: RemovedKind = { permission: 'DigitalTwin.manage', ownDevices: 0 };

/** Twins below a device are deleted with it, which requires the permission to delete twins. */
const ruleFor = ({ permission }: RemovedKind, twins: number): PermissionRule =>
  twins > 1 ? allOf(permission, plainTwin.permission) : permission;

export function createRemovalService({ states, devices, files, mover }: RemovalOptions) {
  async function managesAll(ctx: Ctx, { path }: TwinPlace, rule: PermissionRule): Promise<boolean> {
    const scopes = await scopesIn(ctx.db, path);
    return scopes.every((scope) => may(ctx.actor, rule, scope));
  }

  return {
    async dependencies(ctx: Ctx, id: number, kind: RemovedKind = plainTwin): Promise<TwinDependencies> {
      const twin = (await findPlace(ctx.db, id)) ?? fail('DTWIN_NOT_FOUND');
      const { twins, ...counts } = await countBranch(ctx.db, twin.path);
      const deviceCount = (await devices.countBelow(ctx.db, twin.path)) - kind.ownDevices;
      const aggregated = await states.aggregatedElsewhere(ctx.db, twin.path, shownAggregates);
      const isFree = deviceCount === 0 && aggregated.count === 0 && twins <= twinLimits.subtree;
      return {
        ...counts,
        descendants: twins - 1,
        devices: deviceCount,
        aggregatedBy: aggregated.rows
          .filter(({ scopePath }) => may(ctx.actor, seesTwins, scopePath))
          .map(({ stateId, stateTitle, twinId, twinTitle }) => ({
            stateId,
            stateTitle,
            dtwinId: twinId,
            dtwinTitle: twinTitle,
          })),
        aggregatedByCount: aggregated.count,
        isDeletable: isFree && (await managesAll(ctx, twin, ruleFor(kind, twins))),
      };
    },

    async remove(ctx: Ctx, id: number, kind: RemovedKind = plainTwin): Promise<{ deleted: number }> {
      const { db, actor } = ctx;
      const twin = await mover.lock(ctx, id);
      const ids = await idsBelow(db, twin.path, twinLimits.subtree + 1);
      if (ids.length > twinLimits.subtree) fail('DTWIN_SUBTREE_TOO_LARGE', { limit: twinLimits.subtree });
      const rule = ruleFor(kind, ids.length);
      for (const scope of await scopesIn(db, twin.path)) requireAt(actor, rule, scope);
      if ((await devices.countBelow(db, twin.path)) > kind.ownDevices) fail('DTWIN_DELETE_HAS_DEVICES');
      const { count } = await states.aggregatedElsewhere(db, twin.path, 1);
      if (count > 0) fail('DTWIN_DELETE_STATES_AGGREGATED');
      const keys = await keysBelow(db, twin.path);
      const host = await mover.hostOf(ctx, twin);
      await mover.tellHolders(ctx, twin.scopePath);
      await removeBranch(db, twin.path, host.scopeId);
      for (const key of await unusedOf(db, keys)) ctx.afterCommit(() => files.remove(key));
      ctx.activity.details = { title: twin.title, twins: ids.length };
      return { deleted: ids.length };
    },

    /**
     * Deletes many twins of one account with few statements. Returns false without any effect if one of them has twins
     * below it, files or a scope of its own, and has to be removed alone.
     */
    async removePlain(ctx: Ctx, ids: readonly number[], kind: RemovedKind = plainTwin): Promise<boolean> {
      const { db, actor } = ctx;
      const [first] = (await findPlaces(db, [...ids])).values();
      if (!first) return false;
      await lockTwinsToChange(db, first.accountId);
      const places = [...(await findPlaces(db, [...ids])).values()];
      const isOneAccount = places.every(({ accountId }) => accountId === first.accountId);
      if (places.length < ids.length || !isOneAccount || !(await arePlain(db, ids))) return false;
      const scopePaths = new Set(places.map(({ scopePath }) => scopePath));
      for (const scope of scopePaths) requireAt(actor, kind.permission, scope);
      for (const scope of scopePaths) await mover.tellHolders(ctx, scope);
      await removeTwins(db, ids);
      return true;
    },

    async setDisabled(ctx: Ctx, id: number, disabled: boolean) {
      const { path, title } = (await findPlace(ctx.db, id)) ?? fail('DTWIN_NOT_FOUND');
      const changed = await devices.setDisabledBelow(ctx.db, path, disabled);
      await changeTwin(ctx.db, id, { disabled });
      ctx.activity.details = { title, disabled };
      return { id, disabled, devices: changed };
    },
  };
}
export type RemovalService = ReturnType<typeof createRemovalService>;
