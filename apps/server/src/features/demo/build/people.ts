import type { Db } from '../../../platform/db/db.ts';
import { createUser } from '../../users/index.ts';
import type { WorldUser } from '../world/types.ts';

interface Home {
  accountId: number;
  scopeId: number;
  mailDomain: string;
  /** Of the roles that every installation starts with. */
  roleIds: ReadonlyMap<string, number>;
}

/** Without a password nobody can sign in as one of them, and nobody is invited: administrators try them by impersonation. */
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
