import type { Responsibility } from '@stellwerk/contract/twin';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twinReferences, twinUsers } from './twin.table.ts';

export interface Reference {
  name: string;
  value: string;
}

/** References by which senders address each twin, in the order of entry. */
export async function referencesOf(db: Db, twinIds: number[]): Promise<Map<number, Reference[]>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ twinId: twinReferences.twinId, name: twinReferences.name, value: twinReferences.value })
    .from(twinReferences)
    .where(inArray(twinReferences.twinId, twinIds))
    .orderBy(asc(twinReferences.position), asc(twinReferences.name));
  const byTwin = Map.groupBy(rows, ({ twinId }) => twinId);
  return new Map([...byTwin].map(([id, held]) => [id, held.map(({ name, value }) => ({ name, value }))]));
}

export async function setReferences(db: Db, entries: { twinId: number; references: Reference[] }[]): Promise<void> {
  const ids = entries.map(({ twinId }) => twinId);
  await db.delete(twinReferences).where(inArray(twinReferences.twinId, ids));
  const values = entries.flatMap(({ twinId, references }) =>
    references.map((reference, position) => ({ ...reference, twinId, position })),
  );
  if (values.length > 0) await db.insert(twinReferences).values(values);
}

export interface Relation {
  userId: number;
  responsibility: Responsibility;
}

const fullName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;

export const relationsOf = (db: Db, twinId: number) =>
  db
    .select({ userId: twinUsers.userId, name: fullName, responsibility: twinUsers.responsibility })
    .from(twinUsers)
    .innerJoin(users, eq(users.id, twinUsers.userId))
    .where(eq(twinUsers.twinId, twinId))
    .orderBy(sql`lower(${users.lastName})`, asc(users.id), asc(twinUsers.responsibility));

export async function setRelations(db: Db, twinId: number, relations: Relation[]): Promise<void> {
  await db.delete(twinUsers).where(eq(twinUsers.twinId, twinId));
  if (relations.length > 0) await db.insert(twinUsers).values(relations.map((each) => ({ ...each, twinId })));
}
