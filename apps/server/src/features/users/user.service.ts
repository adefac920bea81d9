import type { RouteInput } from '@stellwerk/contract/core/route';
import type {
  createApiUser as createApiUserRoute,
  createUser as createUserRoute,
  User,
  UserRow,
  userChange,
} from '@stellwerk/contract/user';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { coversGrants } from '../../platform/policy/delegation.ts';
import { decide } from '../../platform/policy/policy.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { keepsSystemAdministrator } from '../../platform/tenancy/administrator.store.ts';
import { checkAssignment } from '../../platform/tenancy/assignment.ts';
import { defaultAccess } from '../accounts/index.ts';
import { accessOf } from './access.store.ts';
import { grantsOf } from './grants.store.ts';
import { failTaken } from './login-names.store.ts';
import type { EndSessions } from './password.service.ts';
import type { PasswordLinks } from './password-link.service.ts';
import { removeTokensOf } from './token.store.ts';
import { checkGovernable } from './user.policy.ts';
import { changeUser, createUser, type FoundUser, findHome, findTaken, findUser, removeUser } from './user.store.ts';
import { findUsers, type ListedUser, roleNamesOf, type UserList } from './user-list.store.ts';

type NewUser = RouteInput<typeof createUserRoute>['body'];
type NewApiUser = RouteInput<typeof createApiUserRoute>['body'];
type AccessChange = NonNullable<NewUser['access']>;

interface UserServiceOptions {
  secrets: Secrets;
  links: PasswordLinks;
  endSessions: EndSessions;
  onSessionEnd: (sessionId: number) => void;
}

/** Users of ancestor accounts are shown with their name and roles only. */
const hidden = { username: '', email: '', active: true, mfa: false, invited: false, tenantId: null, tenantName: '' };

function toRow(row: ListedUser, homeId: number, roles: string[]): UserRow {
  const { id, kind, firstName, lastName } = row;
  const name = { id, kind, firstName, lastName, roles: roles.slice(0, 10) };
  if (row.isParent) return { ...name, ...hidden, createdAt: null, lastSignInAt: null, relation: 'parent' };
  return {
    ...name,
    username: row.username,
    email: row.email,
    active: row.active,
    mfa: row.mfa,
    invited: !row.hasPassword,
    tenantId: row.accountId,
    tenantName: row.accountName,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    relation: row.accountId === homeId ? 'own' : 'sub',
  };
}

function abilitiesOn(actor: Actor, user: FoundUser, isGovernable: boolean): User['abilities'] {
  const may = (permission: 'UserManagement.manage' | 'UserManagement.impersonate' | 'all.manage') =>
    decide(actor.grants, permission, user.scopePath).allowed;
  const isOther = user.id !== actor.userId;
  const manages = may('UserManagement.manage') && isGovernable;
  const acts = actor.sessionId !== null && actor.impersonator === null && user.active && user.kind === 'person';
  return {
    update: manages,
    delete: manages && isOther,
    access: manages && isOther,
    impersonate: acts && isOther && isGovernable && (may('UserManagement.impersonate') || may('all.manage')),
  };
}

/** Roles may be in other accounts, whose logs show what the new user got there. */
function noteCreated({ activity }: Ctx, userId: number, given: readonly { scopeId: number; roleId: number }[]): void {
  const changes = [...Map.groupBy(given, ({ scopeId }) => scopeId)].map(([scopeId, held]) => ({
    object: { noun: 'scope', id: scopeId },
    change: { userId, scopeId, before: [], after: held.map(({ roleId }) => roleId) },
  }));
  activity.objects.push({ noun: 'user', id: userId }, ...changes.map(({ object }) => object));
  activity.changes = changes;
}

export function createUserService({ secrets, links, endSessions, onSessionEnd }: UserServiceOptions) {
  async function read({ db, actor }: Ctx, id: number): Promise<User> {
    const found = (await findUser(db, id)) ?? fail('USER_NOT_FOUND');
    const { access, hidden: hiddenAccess } = await accessOf(db, actor, id);
    const isGovernable = id === actor.userId || coversGrants(actor.grants, await grantsOf(db, id));
    const { hasPassword, accountId, accountName, scopePath: _path, createdAt, lastSignInAt, ...rest } = found;
    return {
      ...rest,
      invited: !hasPassword,
      tenantId: accountId,
      tenantName: accountName,
      createdAt: createdAt.toISOString(),
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      access,
      hiddenAccess,
      abilities: abilitiesOn(actor, found, isGovernable),
    };
  }

  /** The creator must be allowed to assign the given roles; default roles were checked when they were set. */
  async function accessFor({ db, actor }: Ctx, accountId: number, access: AccessChange | undefined) {
    if (access === undefined) return defaultAccess(db, accountId);
    const entries = access.flatMap(({ scopeId, roles }) => roles.map(({ id }) => ({ scopeId, roleId: id })));
    const keys = new Set(entries.map(({ scopeId, roleId }) => `${scopeId} ${roleId}`));
    if (keys.size < entries.length) fail('ABAC_USERACCESS_DUPLICATE_ENTRY');
    const changes = [...Map.groupBy(entries, ({ scopeId }) => scopeId)].map(([scopeId, held]) => ({
      scopeId,
      before: [],
      after: held.map(({ roleId }) => roleId),
    }));
    await checkAssignment(db, actor.grants, changes);
    return entries;
  }

  async function failIfTaken(
    db: Db,
    names: { email?: string | undefined; username?: string | undefined },
    id?: number,
  ) {
    const taken = await findTaken(db, names, id);
    if (taken.length > 0) failTaken(taken);
  }

  async function endAll(ctx: Ctx, id: number): Promise<void> {
    await removeTokensOf(ctx.db, id);
    const ended = await endSessions(ctx.db, id);
    ctx.afterCommit(() => ended.forEach(onSessionEnd));
  }

  return {
    read,

    async list({ db, actor }: Ctx, list: UserList) {
      const home = list.tenantId === undefined ? undefined : await findHome(db, list.tenantId);
      const { rows, ...total } = await findUsers(db, actor, list, home);
      const idsOf = (isParent: boolean) => rows.filter((row) => row.isParent === isParent).map(({ id }) => id);
      const names = await roleNamesOf(db, actor, { own: idsOf(false), above: idsOf(true) }, home);
      const data = rows.map((row) => toRow(row, home?.id ?? actor.accountId, names.get(row.id) ?? []));
      return { data, ...total, offset: list.offset, limit: list.limit };
    },

    async create(ctx: Ctx, accountId: number, { access, username, language = null, ...fields }: NewUser) {
      const names = { email: fields.email, username };
      await failIfTaken(ctx.db, names);
      const given = await accessFor(ctx, accountId, access);
      const id = await createUser(ctx.db, {
        ...fields,
        language,
        accountId,
        username: username ?? fields.email,
        passwordHash: null,
        access: given,
      });
      noteCreated(ctx, id, given);
      const invitation = fields.active
        ? await links.hand(ctx.db, { id, accountId }, 'invite', ctx.actor)
        : { mailed: false, link: null };
      return { user: await read(ctx, id), invitation };
    },

    async createApi(ctx: Ctx, accountId: number, { username, access }: NewApiUser): Promise<User> {
      await failIfTaken(ctx.db, { username });
      const given = await accessFor(ctx, accountId, access);
      const id = await createUser(ctx.db, {
        accountId,
        kind: 'api',
        email: '',
        username,
        passwordHash: null,
        access: given,
      });
      noteCreated(ctx, id, given);
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, change: z.output<typeof userChange>): Promise<User> {
      const user = (await findUser(ctx.db, id)) ?? fail('USER_NOT_FOUND');
      await checkGovernable(ctx.db, ctx.actor, id);
      if (change.active === false && id === ctx.actor.userId) fail('USER_OWN_ACCESS_UNCHANGEABLE');
      if (change.email !== undefined && user.kind === 'api') {
        fail('VALIDATION_ERROR', {}, { issues: [{ path: 'email', code: 'invalid', params: {} }] });
      }
      await failIfTaken(ctx.db, change, id);
      const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const apply = () => changeUser(ctx.db, id, fields);
      await (change.active === false ? keepsSystemAdministrator(ctx.db, apply) : apply());
      if (change.active === false && user.active) await endAll(ctx, id);
      // Links sent to the old address are revoked.
      else if (change.email !== undefined && change.email !== user.email) await removeTokensOf(ctx.db, id);
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      if (id === ctx.actor.userId) fail('USER_OWN_ACCESS_UNCHANGEABLE');
      const user = (await findUser(ctx.db, id)) ?? fail('USER_NOT_FOUND');
      await checkGovernable(ctx.db, ctx.actor, id);
      await endAll(ctx, id);
      await secrets.remove(ctx.db, { owner: `user:${id}` });
      await keepsSystemAdministrator(ctx.db, () => removeUser(ctx.db, id));
      ctx.activity.details = { username: user.username };
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;
