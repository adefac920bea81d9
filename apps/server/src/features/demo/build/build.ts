import { createAccount } from '@stellwerk/contract/account';
import { createConnector } from '@stellwerk/contract/connector';
import type { LoadedProfile } from '@stellwerk/simulator/profiles';
import type { DeviceBulk } from '../../devices/index.ts';
import { findBranch, findConnector, findDashboards, findSeedRoles, readKeys } from '../demo.store.ts';
import type { LocalCaller } from '../local-call.ts';
import { everyDevice, everyTwin, type PlannedTwin, type PlanOptions, placeOf, planTwins } from '../plan.ts';
import type { World, WorldAccount } from '../world/types.ts';
import { buildDashboards } from './dashboards.ts';
import { installDrivers } from './drivers.ts';
import { buildPeople } from './people.ts';
import { buildStructure } from './structure.ts';

export interface Part {
  account: WorldAccount;
  twins: PlannedTwin[];
}

export function planWorld(world: World, options: PlanOptions): Part[] {
  return world.parts.map((account) => ({ account, twins: planTwins(world, account.twins, options) }));
}

export const countObjects = (parts: readonly Part[]) =>
  parts.reduce((sum, { twins }) => sum + [...everyTwin(twins)].length + everyDevice(twins).length, 0);

export const countRules = (parts: readonly Part[]) =>
  parts
    .flatMap(({ twins }) => [...everyTwin(twins)])
    .flatMap(({ source, devices }) => [source.rules ?? [], ...devices.map((device) => device.source.rules ?? [])])
    .reduce((sum, rules) => sum + rules.length, 0);

interface BuildDeps {
  caller: LocalCaller;
  bulk: Pick<DeviceBulk, 'add'>;
  profiles: ReadonlyMap<string, LoadedProfile>;
}

interface BuildInput {
  world: World;
  parts: readonly Part[];
  accountId: number;
  /** Scope of the topmost account, which contains the roles of the installation. */
  topScopeId: number;
  onProgress(made: number): void;
}

/**
 * Creates accounts, users, connectors, drivers, twins, devices, rules and dashboards. Each account is created in one
 * transaction; existing ones are skipped, so that a second run continues.
 */
export async function buildWorld({ caller, bulk, profiles }: BuildDeps, input: BuildInput): Promise<void> {
  const { world, parts, accountId, topScopeId, onProgress } = input;
  const { ctx, call, together } = caller;
  const connectorIds = new Map<string, number>();
  for (const [key, { type, ...fields }] of Object.entries(world.connectors)) {
    const known = await findConnector(ctx.db, accountId, fields.name);
    const made =
      known ?? (await call(createConnector, { body: { ...fields, tenantId: accountId, type } })).data.connector.id;
    connectorIds.set(key, made);
  }
  const makes = new Set(parts.flatMap(({ twins }) => everyDevice(twins)).map(({ spec }) => spec.profile));
  const used = [...makes].map((kind) => {
    const found = profiles.get(kind);
    if (!found) throw new Error(`the demo world needs the profile ${kind}, which is not there`);
    return found;
  });
  const driverIds = await installDrivers(caller, accountId, used);
  const roleIds = await findSeedRoles(ctx.db, topScopeId);
  const makeOf = new Map(used.map(({ profile }) => [profile.kind, profile]));

  for (const { account, twins } of parts) {
    const made = countObjects([{ account, twins }]);
    const branch = await findBranch(ctx.db, accountId);
    const known = await readKeys(
      ctx.db,
      branch.map(({ id }) => id),
    );
    const [first] = twins;
    if (first && known.has(first.key)) {
      onProgress(made);
      continue;
    }
    await together(async (join, db) => {
      const home =
        account.name === undefined
          ? { id: accountId, scopeId: branch[0]?.scopeId ?? 0 }
          : (
              await join(createAccount, {
                body: { name: account.name, description: account.description ?? '', parentId: accountId },
              })
            ).data;
      await buildPeople(db, account.users, {
        accountId: home.id,
        scopeId: home.scopeId,
        mailDomain: world.account.mailDomain,
        roleIds,
      });
      await buildStructure(join, db, twins, {
        accountId: home.id,
        connectorIds,
        driverIds,
        profiles: makeOf,
        placeOf: (at) => placeOf(world, at),
        known,
        addBulk: (devices) => bulk.add(db, ctx.actor, { ...devices, createdBy: ctx.actor.userId }),
        onProgress,
      });
    });
  }
}

/** Dashboards are created last, when there are values to show. */
export async function buildPages(caller: LocalCaller, world: World, accountId: number): Promise<void> {
  const branch = await findBranch(caller.ctx.db, accountId);
  if ((await findDashboards(caller.ctx.db, accountId)).length > 0) return;
  const keys = await readKeys(
    caller.ctx.db,
    branch.map(({ id }) => id),
  );
  await caller.together((call) => buildDashboards(call, accountId, world.dashboards, keys));
}
