import type { Account, AccountRow, createAccount as createRoute, listAccounts } from '@stellwerk/contract/account';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { covers } from '../../platform/policy/policy.ts';
import { abilitiesOn, checkRelocates } from './account.policy.ts';
import { createAccount, type FoundAccount, findAccountRows, findAccounts, findChildren } from './account.store.ts';
import { moduleRoles, ownRoles } from './default-role.service.ts';
import { findDefaultRoles } from './default-role.store.ts';
import { domainsOf } from './domain.store.ts';
import type { MailServerService } from './mail-server.service.ts';
import { countContents, findPlace, lockTreeToMove, moveBranch, type Place, removeBranch } from './tree.store.ts';

export type ObjectCounter = (db: Db, accountId: number) => Promise<number>;
/** Deletes rows of another feature that no foreign key deletes with the account, such as secrets. */
export type AccountCleaner = (db: Db, accountId: number) => Promise<unknown>;

/** Both sides of a move: the accounts below `branch`, and the accounts below `left` that stay behind. */
export interface Border {
  branch: string;
  left: string;
}
/** Counts the objects of another feature that reference accounts on both sides of a border. */
export type MoveBlockerCounter = (db: Db, border: Border) => Promise<number>;
export interface MoveBlocker {
  of: 'devices' | 'states' | 'rules';
  count: MoveBlockerCounter;
}

const shownChildren = 200;

function feedbackOf({ feedback }: Readonly<Record<string, unknown>>): string {
  const bug: unknown = typeof feedback === 'object' && feedback !== null ? Reflect.get(feedback, 'bug') : undefined;
  return typeof bug === 'string' ? bug : '';
}

function toRow({ id, scopeId, name, description, path, ...row }: FoundAccount): AccountRow {
  return {
    id,
    parentId: path.some((above) => above.id === row.parentId) ? row.parentId : null,
    scopeId,
    name,
    description,
    path,
    subAccountCount: row.subAccountCount,
    userCount: row.userCount,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Sibling accounts must have different names. */
export function refuseDuplicate(name: string): (error: unknown) => never {
  return (error) => {
    if (violates(error, 'accounts_name_key')) fail('TENANT_CREATE_DUPLICATE_ENTRY', { name });
    throw error;
  };
}

interface AccountServiceOptions {
  mailServers: Pick<MailServerService, 'read' | 'forget'>;
  /** Counters of other features; an account that contains any of their objects is not deleted. */
  contents: () => readonly ObjectCounter[];
  cleaners: () => readonly AccountCleaner[];
  moveBlockers: () => readonly MoveBlocker[];
  /** Permissions follow the tree, so live connections must be checked again after a move. */
  onMove: () => unknown;
}

export function createAccountService({ mailServers, contents, cleaners, moveBlockers, onMove }: AccountServiceOptions) {
  /** Objects shared across the border would stay visible to users who lose permission by the move. */
  async function requireNoMoveBlockers(ctx: Ctx, from: Place, target: Place): Promise<void> {
    const [labels, others] = [from.path.split('.'), target.path.split('.')];
    const common = labels.findIndex((label, level) => label !== others[level]);
    const border = { branch: from.path, left: labels.slice(0, common + 1).join('.') };
    if (border.left === border.branch) return;
    const counts = { devices: 0, states: 0, rules: 0 };
    for (const { of, count } of moveBlockers()) counts[of] += await count(ctx.db, border);
    if (Object.values(counts).some((count) => count > 0)) fail('ACCOUNT_MOVE_TIED', counts);
  }

  async function find(ctx: Ctx, id: number): Promise<FoundAccount> {
    const [found] = await findAccountRows(ctx.db, ctx.actor.grants, [id]);
    return found ?? fail('ACCOUNT_NOT_FOUND');
  }

  const placeOf = async (ctx: Ctx, id: number): Promise<Place> =>
    (await findPlace(ctx.db, id)) ?? fail('ACCOUNT_NOT_FOUND');

  async function read(ctx: Ctx, id: number, { noDescendents = false } = {}): Promise<Account> {
    const { db, actor } = ctx;
    const found = await find(ctx, id);
    const place = await placeOf(ctx, id);
    const roles = await findDefaultRoles(db, id);
    const { timeseriesDatabase = null, dashboard = null, iec104 = null } = found.integrations;
    return {
      ...toRow(found),
      data: { feedback: { bug: feedbackOf(found.data) } },
      properties: found.properties,
      children: noDescendents ? [] : await findChildren(db, actor.grants, id, shownChildren),
      domains: await domainsOf(db, id),
      defaultRoles: ownRoles(roles),
      moduleRoles: moduleRoles(roles),
      mailServer: await mailServers.read(db, id, found.mailServer),
      integrations: { timeseriesDatabase, dashboard, iec104 },
      retentionMonths: found.retentionMonths,
      packetRetentionDays: found.packetRetentionDays,
      csvExportLimit: found.csvExportLimit,
      maxNumberOfDevices: found.maxNumberOfDevices,
      maxNumberOfTemplates: found.maxNumberOfTemplates,
      abilities: abilitiesOn(actor.grants, place),
    };
  }

  return {
    find,
    placeOf,
    read,

    async list(ctx: Ctx, query: RouteInput<typeof listAccounts>['query']) {
      const { rows, ...total } = await findAccounts(ctx.db, ctx.actor, query);
      return { data: rows.map(toRow), ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, input: RouteInput<typeof createRoute>['body']): Promise<Account> {
      const { id } = await createAccount(ctx.db, input).catch(refuseDuplicate(input.name));
      ctx.activity.objects.push({ noun: 'account', id });
      ctx.activity.details = { name: input.name };
      return read(ctx, id);
    },

    /** Takes the lock first, because two concurrent moves could form a cycle. */
    async move(ctx: Ctx, id: number, parentId: number): Promise<void> {
      await lockTreeToMove(ctx.db);
      const [from, target] = [await placeOf(ctx, id), await placeOf(ctx, parentId)];
      if (from.parentId === parentId) return;
      checkRelocates(ctx.actor.grants, from, target);
      if (covers(from.path, target.path)) fail('ACCOUNT_MOVE_INTO_DESCENDANT');
      await requireNoMoveBlockers(ctx, from, target);
      const { name } = await find(ctx, id);
      await moveBranch(ctx.db, { accountId: id, from, to: { ...target, parentId } }).catch(refuseDuplicate(name));
      // Accounts above the old place lose access to the account's log, so the old parent gets an entry, too.
      if (from.parentId !== null) ctx.activity.alsoIn = [from.parentId];
      ctx.afterCommit(() => void onMove());
    },

    async remove(ctx: Ctx, id: number): Promise<{ deleted: true }> {
      await lockTreeToMove(ctx.db);
      const place = await placeOf(ctx, id);
      checkRelocates(ctx.actor.grants, place);
      const inside = await countContents(ctx.db, id);
      let objects = 0;
      for (const count of contents()) objects += await count(ctx.db, id);
      if (inside.accounts + inside.users + objects > 0) fail('ACCOUNT_NOT_EMPTY', { ...inside, objects });
      ctx.activity.details = { name: (await find(ctx, id)).name };
      for (const clean of [mailServers.forget, ...cleaners()]) await clean(ctx.db, id);
      await removeBranch(ctx.db, id, place.path);
      return { deleted: true };
    },
  };
}
export type AccountService = ReturnType<typeof createAccountService>;
