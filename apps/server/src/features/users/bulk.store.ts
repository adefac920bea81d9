import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import type { BulkLine } from './bulk-line.ts';

const lowerEmail = sql<string>`lower(${users.email})`;
const lowerUsername = sql<string>`lower(${users.username})`;

/** Users who sign in with one of these names, in lower case. */
export const findNamed = (db: Db, names: string[]) =>
  db
    .select({ email: lowerEmail, username: lowerUsername, bulkJobId: users.bulkJobId })
    .from(users)
    // One array parameter, because a thousand parameters cost more than the query itself.
    .where(
      sql`${lowerEmail} = any(${sql.param(names)}::text[]) or ${lowerUsername} = any(${sql.param(names)}::text[])`,
    );

interface NewUsers {
  accountId: number;
  bulkJobId: number;
  lines: readonly (BulkLine & { access: { scopeId: number; roleId: number }[] })[];
}

/** Returns ids by line; lines whose name was taken concurrently have none. */
export async function insertUsers(db: Db, { accountId, bulkJobId, lines }: NewUsers): Promise<Map<number, number>> {
  const values = lines.map(({ firstName, lastName, email, username, properties, active }) => ({
    accountId,
    bulkJobId,
    firstName,
    lastName,
    email,
    username,
    properties,
    active,
    passwordHash: null,
  }));
  const created = await db
    .insert(users)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: users.id, username: users.username });
  const idOf = new Map(created.map(({ id, username }) => [username, id]));
  const ids = new Map<number, number>();
  for (const { line, username } of lines) {
    const id = idOf.get(username);
    if (id !== undefined) ids.set(line, id);
  }
  const access = lines.flatMap(({ line, access: entries }) => {
    const userId = ids.get(line);
    return userId === undefined ? [] : entries.map((entry) => ({ ...entry, userId }));
  });
  if (access.length > 0) await db.insert(userRoles).values(access);
  return ids;
}
