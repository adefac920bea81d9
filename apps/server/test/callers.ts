import { randomBytes } from 'node:crypto';
import { satisfies } from '@stellwerk/contract/core/permission';
import type { Route } from '@stellwerk/contract/core/route';
import { createApiKey, hashOfKey } from '../src/features/api-keys/index.ts';
import { seedRoles } from '../src/features/users/index.ts';
import { type Grant, holdsSomewhere } from '../src/platform/policy/policy.ts';
import type { TestAccount, TestUser } from './factories.ts';
import type { TestServer } from './server.ts';

/** A caller of API routes, with a session or an API key. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  /** Tries every spelling in every place; other callers distribute the spellings over the places. */
  isThorough: boolean;
  /** Whether the route allows this caller in, before any object is checked. */
  mayCall(route: Route): boolean;
}

/** A role of the account that reads everything and changes nothing. */
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

/** Custom roles: one with single permissions, one with denials. */
const ownRoles = [
  { name: 'a role of its own', permissions: readerPermissions },
  { name: 'a role with a denial', permissions: ['all.manage', '!DigitalTwin.manage'] },
];

export const administratorName = 'Administrator';
const allPermissions = ['all.manage'];
/** The fault runs take the time to let everybody try everything. */
const isThorough = (role: string) => role === administratorName || process.env.FAULT_RUNS !== undefined;

/** Permissions of an administrator's API key: reads all objects and manages dashboards. */
const keyPermissions = [...readerPermissions, 'Dashboards.manage'];

const admitted =
  (grants: readonly Grant[]) =>
  ({ permission }: Route): boolean =>
    permission === 'login' ||
    (permission !== undefined && satisfies(permission, (wanted) => holdsSomewhere(grants, wanted)));

/** A key with a very high rate limit, because a whole test would exceed a real one. */
async function keyOf(server: TestServer, owner: TestUser, narrowed: { permissions?: string[]; scopeIds?: number[] }) {
  const key = `sw_${randomBytes(16).toString('hex')}`;
  const fields = { userId: owner.id, title: 'test', prefix: key.slice(0, 8), callsPerMinute: 1_000_000 };
  await createApiKey(server.database.db, { ...fields, ...narrowed, keyHash: hashOfKey(key) });
  return { 'x-api-key': key };
}

/** All callers of an account: each role of a new installation, custom roles and API keys. */
export async function makeCallers(server: TestServer, account: TestAccount): Promise<Caller[]> {
  const callerOf = (name: string, permissions: readonly string[], headers: Caller['headers']): Caller => ({
    name,
    headers,
    isThorough: isThorough(name),
    mayCall: admitted([{ scope: account.scopePath, permissions }]),
  });
  const bySession = async ({ name, permissions }: { name: string; permissions: readonly string[] }) => {
    const { token } = await server.make.user({ account, permissions: [...permissions] });
    return callerOf(name, permissions, { authorization: `Bearer ${token}` });
  };
  const owner = await server.make.user({ account, permissions: allPermissions });
  const narrowed = { permissions: keyPermissions, scopeIds: [account.scopeId] };
  return [
    ...(await Promise.all([...seedRoles, ...ownRoles].map(bySession))),
    callerOf('a key of an administrator', allPermissions, await keyOf(server, owner, {})),
    callerOf('a narrowed key', keyPermissions, await keyOf(server, owner, narrowed)),
  ];
}
