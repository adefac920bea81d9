import type { Language } from '@stellwerk/contract/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accountTerms } from './account.table.ts';

interface LocalTerms {
  language: Language;
  title: string;
  text: string;
}

/** Keeps its time when nothing changes: users accept a text once. */
export async function putTerms(db: Db, accountId: number, { language, title, text }: LocalTerms): Promise<void> {
  await db
    .insert(accountTerms)
    .values({ accountId, language, title, text })
    .onConflictDoUpdate({
      target: [accountTerms.accountId, accountTerms.language],
      set: { title, text, updatedAt: sql`now()` },
      setWhere: sql`(${accountTerms.title}, ${accountTerms.text}) is distinct from (${title}, ${text})`,
    });
}

export async function removeTerms(db: Db, accountId: number, language: Language): Promise<void> {
  await db.delete(accountTerms).where(and(eq(accountTerms.accountId, accountId), eq(accountTerms.language, language)));
}
