import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accountDomains } from './account.table.ts';

/** In the order in which they were entered. */
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

/** Those of the domains that another account has. */
export async function foreignDomains(db: Db, accountId: number, domains: string[]): Promise<string[]> {
  const rows = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(and(inArray(accountDomains.domain, domains), ne(accountDomains.accountId, accountId)));
  return rows.map(({ domain }) => domain);
}

/** Fails on the constraint `account_domains_pkey` when another account was quicker. */
export async function replaceDomains(db: Db, accountId: number, domains: string[]): Promise<void> {
  await db.delete(accountDomains).where(eq(accountDomains.accountId, accountId));
  if (domains.length === 0) return;
  await db.insert(accountDomains).values(domains.map((domain, position) => ({ accountId, domain, position })));
}
