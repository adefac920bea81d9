import type { Language } from '@stellwerk/contract/text';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopeLine } from '../accounts/index.ts';
import { mailTemplates } from './mail-template.table.ts';

export interface StoredMailText {
  accountId: number;
  accountName: string;
  path: string;
  name: string;
  language: Language;
  subject: string;
  body: string;
}

/** Texts of an account and its ancestors; those of the nearest account are last. */
export const mailTextsOf = (db: Db, accountId: number, name?: string): Promise<StoredMailText[]> =>
  db
    .select({
      accountId: accounts.id,
      accountName: accounts.name,
      path: sql<string>`${scopes.path}::text`,
      name: mailTemplates.name,
      language: mailTemplates.language,
      subject: mailTemplates.subject,
      body: mailTemplates.body,
    })
    .from(mailTemplates)
    .innerJoin(accounts, eq(accounts.id, mailTemplates.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        sql`${accounts.scopeId} in ${scopeLine(accountId)}`,
        name === undefined ? undefined : eq(mailTemplates.name, name),
      ),
    )
    .orderBy(asc(sql`nlevel(${scopes.path})`));

export type MailTextKey = Pick<StoredMailText, 'accountId' | 'name' | 'language'>;

export async function putMailText(db: Db, row: MailTextKey & { subject: string; body: string }): Promise<void> {
  const { subject, body } = row;
  await db
    .insert(mailTemplates)
    .values(row)
    .onConflictDoUpdate({
      target: [mailTemplates.accountId, mailTemplates.name, mailTemplates.language],
      set: { subject, body },
    });
}

export async function removeMailText(db: Db, { accountId, name, language }: MailTextKey): Promise<void> {
  await db
    .delete(mailTemplates)
    .where(
      and(eq(mailTemplates.accountId, accountId), eq(mailTemplates.name, name), eq(mailTemplates.language, language)),
    );
}
