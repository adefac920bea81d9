import { asc } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { rules } from './permission-rule.table.ts';

export const findRules = (db: Db) =>
  db
    .select({ subject: rules.subject, action: rules.action, description: rules.description })
    .from(rules)
    .orderBy(asc(rules.subject), asc(rules.action));
export type FoundRule = Awaited<ReturnType<typeof findRules>>[number];

/** Returns undefined if the rule exists, ignoring case. */
export async function insertRule(db: Db, rule: FoundRule): Promise<FoundRule | undefined> {
  const [created] = await db.insert(rules).values(rule).onConflictDoNothing().returning();
  return created;
}
