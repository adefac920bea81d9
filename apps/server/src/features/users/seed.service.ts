import { sql } from 'drizzle-orm';
import { generatePassword, hashPassword } from '../../platform/auth/password.ts';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { createAccount } from '../accounts/index.ts';
import { createUser } from './user.store.ts';

export const seedRoles = [
  { name: 'system.super.admin', permissions: ['super.system.manage'] },
  { name: 'Administrator', permissions: ['all.manage'] },
  {
    name: 'Operator',
    permissions: [
      'DigitalTwin.write',
      'VirtualDevice.manage',
      'DeviceDriver.read',
      'DeviceTemplate.read',
      'Dashboards.manage',
      'IotHub.read',
    ],
  },
  {
    name: 'Reader',
    permissions: [
      'DigitalTwin.read',
      'VirtualDevice.read',
      'DeviceDriver.read',
      'DeviceTemplate.read',
      'Dashboards.read',
      'IotHub.read',
    ],
  },
  { name: 'InfluxDBRead', permissions: ['InfluxDB.read'] },
] as const;

export interface FirstAdministrator {
  email: string;
  /** Set only if it was generated; it is shown once and not stored. */
  generatedPassword: string | undefined;
}

interface SeedOptions {
  email: string;
  password: string | undefined;
}

/** On an empty database: the root account, the seed roles and the first system administrator. */
export async function seedInstallation(db: Db, options: SeedOptions): Promise<FirstAdministrator | undefined> {
  return db.transaction(async (tx) => {
    // Serialises two programs that start on one empty database at the same time.
    await tx.execute(sql`select pg_advisory_xact_lock(7306022)`);
    const [existing] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
    if (existing) return undefined;
    const generatedPassword = options.password === undefined ? generatePassword() : undefined;
    const passwordHash = await hashPassword(options.password ?? generatedPassword ?? '');
    const account = await createAccount(tx, { name: 'Stellwerk', parentId: null });
    const roleIds: number[] = [];
    for (const role of seedRoles) roleIds.push(await createRole(tx, { ...role, scopeId: account.scopeId }));
    const [superAdmin] = roleIds;
    if (superAdmin === undefined) throw new Error('there are no seed roles');
    await createUser(tx, {
      accountId: account.id,
      email: options.email,
      username: options.email,
      firstName: 'System',
      lastName: 'Administrator',
      passwordHash,
      access: [{ scopeId: account.scopeId, roleId: superAdmin }],
    });
    return { email: options.email, generatedPassword };
  });
}
