import type { Db } from '../../../platform/db/db.ts';
import { createUser } from '../../users/index.ts';
import type { WorldUser } from '../world/types.ts';

interface Home {
  accountId: number;
  scopeId: number;
  mailDomain: string;
  /** Ids of the roles that every installation has. */
  roleIds: ReadonlyMap<string, number>;
}

/** Creates users without a password or invitation: administrators impersonate them, but nobody can sign in as them. */
export async function buildPeople(db: Db, people: readonly WorldUser[], home: Home): Promise<void> {
  for (const { mailbox, role, ...name } of people) {
    const email = `${mailbox}@${home.mailDomain}`;
    const roleId = home.roleIds.get(role);
    await createUser(db, {
      ...name,
      accountId: home.accountId,
      email,
      username: email,
      passwordHash: null,
      language: null,
      access: roleId === undefined ? [] : [{ scopeId: home.scopeId, roleId }],
    });
  }
}
