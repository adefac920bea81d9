import { defaultPasswordPolicy, type PasswordPolicy } from '@stellwerk/contract/password';
import type { Language } from '@stellwerk/contract/text';
import { and, asc, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { accountDomains, accountTerms } from './account.table.ts';

export interface NamedAccount {
  id: number;
  name: string;
}

/** Scopes of an account and its ancestors, read by key from its path instead of by a recursive query. */
export const scopeLine = (accountId: number) => sql`(
  select unnest(string_to_array(${scopes.path}::text, '.')::bigint[])
  from ${scopes} join ${accounts} on ${accounts.scopeId} = ${scopes.id}
  where ${accounts.id} = ${accountId}
)`;

/** The nearest account that meets a condition: the account itself or an ancestor. */
const nearest = (db: Db, accountId: number, condition: SQLWrapper) =>
  db
    .select({
      id: accounts.id,
      name: accounts.name,
      mailServer: accounts.mailServer,
      passwordPolicy: accounts.passwordPolicy,
      maxNumberOfTemplates: accounts.maxNumberOfTemplates,
    })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(sql`${accounts.scopeId} in ${scopeLine(accountId)} and ${condition}`)
    .orderBy(desc(sql`nlevel(${scopes.path})`))
    .limit(1);

/** The account and its ancestors with the paths of their scopes, nearest first. */
export const accountLine = (db: Db, accountId: number): Promise<{ id: number; path: string }[]> =>
  db
    .select({ id: accounts.id, path: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(sql`${accounts.scopeId} in ${scopeLine(accountId)}`)
    .orderBy(desc(sql`nlevel(${scopes.path})`));

export async function nearestMailServer(db: Db, accountId: number) {
  const [found] = await nearest(db, accountId, sql`${accounts.mailServer} is not null`);
  return found?.mailServer ? { accountId: found.id, mailServer: found.mailServer } : undefined;
}

export async function nearestPasswordPolicy(db: Db, accountId: number) {
  const [found] = await nearest(db, accountId, sql`${accounts.passwordPolicy} is not null`);
  return found?.passwordPolicy ? { from: found satisfies NamedAccount, policy: found.passwordPolicy } : undefined;
}

export async function nearestTemplateLimit(db: Db, accountId: number) {
  const [found] = await nearest(db, accountId, sql`${accounts.maxNumberOfTemplates} is not null`);
  return found && found.maxNumberOfTemplates !== null
    ? { from: found satisfies NamedAccount, limit: found.maxNumberOfTemplates }
    : undefined;
}

export async function effectivePasswordPolicy(db: Db, accountId: number): Promise<PasswordPolicy> {
  return (await nearestPasswordPolicy(db, accountId))?.policy ?? defaultPasswordPolicy;
}

export type TermsTexts = Partial<Record<Language, { title: string; text: string }>>;

async function termsOf(db: Db, accountId: number): Promise<TermsTexts> {
  const rows = await db
    .select({ language: accountTerms.language, title: accountTerms.title, text: accountTerms.text })
    .from(accountTerms)
    .where(eq(accountTerms.accountId, accountId));
  return Object.fromEntries(rows.map(({ language, ...texts }) => [language, texts]));
}

export async function nearestTerms(
  db: Db,
  accountId: number,
): Promise<{ from: NamedAccount; terms: TermsTexts } | undefined> {
  const hasTerms = sql`exists (select 1 from ${accountTerms} where ${accountTerms.accountId} = ${accounts.id})`;
  const [found] = await nearest(db, accountId, hasTerms);
  return found && { from: found, terms: await termsOf(db, found.id) };
}

/** Terms of use for users of the account by language; undefined if there are none. */
export async function effectiveTerms(db: Db, accountId: number): Promise<TermsTexts | undefined> {
  return (await nearestTerms(db, accountId))?.terms;
}

interface LocalTerms {
  language: Language;
  title: string;
  text: string;
}

/** Keeps the time of the last change if the text is equal, so that users need not accept it again. */
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

/** Base URL of links for users of the account: its first domain, otherwise the operator's fallback. */
export async function linkBaseOf(db: Db, accountId: number, fallback: string): Promise<string> {
  const [found] = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(eq(accountDomains.accountId, accountId))
    .orderBy(asc(accountDomains.position))
    .limit(1);
  return found ? `https://${found.domain}` : fallback;
}
