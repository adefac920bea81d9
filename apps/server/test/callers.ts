import { randomBytes } from 'node:crypto';
import { satisfies } from '@stellwerk/contract/core/permission';
import type { Route } from '@stellwerk/contract/core/route';
import { createApiKey, hashOfKey } from '../src/features/api-keys/index.ts';
import { seedRoles } from '../src/features/users/index.ts';
import { type Grant, holdsSomewhere } from '../src/platform/policy/policy.ts';
import type { TestAccount, TestUser } from './factories.ts';
import type { TestServer } from './server.ts';

/** Somebody who calls routes of the API, by a session or an API key. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  /** Tries every spelling in every place; the other callers share the spellings out among the places. */
  isThorough: boolean;
  /** Does the route table let this caller in, before any object is named? */
  mayCall(route: Route): boolean;
}

/** A role that reads everything and changes nothing, written by the users of an account. */
const readerPermissions = [
  'DigitalTwin.read',
  'DigitalTwin.list',
  'DigitalTwinStates.read',
  'VirtualDevice.read',
  'Dashboards.read',
  'DeviceDriver.read',
  'InfluxDB.read',
  'UserManagement.read',
  'IotHub.read',
];

/** Roles that accounts write themselves: one of single permissions, one that takes a part away again. */
const ownRoles = [
  { name: 'a role of its own', permissions: readerPermissions },
  { name: 'a role with a denial', permissions: ['all.manage', '!DigitalTwin.manage'] },
];

const administrator = { name: 'Administrator', permissions: ['all.manage'] };
const thoroughRoles: readonly string[] = [administrator.name];

/** What the key of an administrator is cut down to: every object of the account, for reading and for dashboards. */
const keyPermissions = [...readerPermissions, 'Dashboards.manage'];

const admitted =
  (grants: readonly Grant[]) =>
  ({ permission }: Route): boolean =>
    permission === 'login' ||
    (permission !== undefined && satisfies(permission, (wanted) => holdsSomewhere(grants, wanted)));

/** A key without a limit of calls worth mentioning; the calls of a whole test would use up a real one. */
async function keyOf(server: TestServer, owner: TestUser, narrowed: { permissions?: string[]; scopeIds?: number[] }) {
  const key = `sw_${randomBytes(16).toString('hex')}`;
  const fields = { userId: owner.id, title: 'test', prefix: key.slice(0, 8), callsPerMinute: 1_000_000 };
  await createApiKey(server.database.db, { ...fields, ...narrowed, keyHash: hashOfKey(key) });
  return { 'x-api-key': key };
}

/** Everybody in an account: each role of a new installation, roles of its own, and API keys. */
export async function makeCallers(server: TestServer, account: TestAccount): Promise<Caller[]> {
  const callerOf = (name: string, permissions: readonly string[], headers: Caller['headers']): Caller => ({
    name,
    headers,
    isThorough: thoroughRoles.includes(name),
    mayCall: admitted([{ scope: account.scopePath, permissions }]),
  });
  const bySession = async ({ name, permissions }: { name: string; permissions: readonly string[] }) => {
    const { token } = await server.make.user({ account, permissions: [...permissions] });
    return callerOf(name, permissions, { authorization: `Bearer ${token}` });
  };
  const owner = await server.make.user({ account, permissions: administrator.permissions });
  const narrowed = { permissions: keyPermissions, scopeIds: [account.scopeId] };
  return [
    ...(await Promise.all([...seedRoles, ...ownRoles].map(bySession))),
    callerOf('a key of an administrator', administrator.permissions, await keyOf(server, owner, {})),
    callerOf('a narrowed key', keyPermissions, await keyOf(server, owner, narrowed)),
  ];
}
