import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { accountDomains } from './account.table.ts';

/** Domains in the order of entry. */
export async function domainsOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(eq(accountDomains.accountId, accountId))
    .orderBy(accountDomains.position);
  return rows.map(({ domain }) => domain);
}

export async function isAccountDomain(db: Db, domain: string): Promise<boolean> {
  const rows = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(eq(accountDomains.domain, domain));
  return rows.length > 0;
}

/** The domains of the list that belong to another account. */
export async function foreignDomains(db: Db, accountId: number, domains: string[]): Promise<string[]> {
  const rows = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(and(inArray(accountDomains.domain, domains), ne(accountDomains.accountId, accountId)));
  return rows.map(({ domain }) => domain);
}

/** Fails on the constraint `account_domains_pkey` if another account took a domain concurrently. */
export async function replaceDomains(db: Db, accountId: number, domains: string[]): Promise<void> {
  await db.delete(accountDomains).where(eq(accountDomains.accountId, accountId));
  if (domains.length === 0) return;
  await db.insert(accountDomains).values(domains.map((domain, position) => ({ accountId, domain, position })));
}

/** The account of a domain; for other hosts, the topmost account. */
export async function accountOfDomain(db: Db, domain: string): Promise<number | undefined> {
  const [mapped] = await db
    .select({ id: accountDomains.accountId })
    .from(accountDomains)
    .where(eq(accountDomains.domain, domain.toLowerCase()));
  if (mapped) return mapped.id;
  const [topmost] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isNull(accounts.parentId))
    .orderBy(asc(accounts.id))
    .limit(1);
  return topmost?.id;
}
