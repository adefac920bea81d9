import type { FederatedKind } from '@stellwerk/contract/federated';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike, totalOf } from '../../platform/db/page.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { accountDomains } from '../accounts/index.ts';
import { federatedClients } from './federated.table.ts';

export const clientSecret = (id: number) => ({ owner: `federated-client:${id}`, name: 'clientSecret' });

const columns = {
  id: federatedClients.id,
  accountId: federatedClients.accountId,
  accountName: accounts.name,
  accountPath: sql<string>`${scopes.path}::text`,
  kind: federatedClients.kind,
  displayName: federatedClients.displayName,
  logo: federatedClients.logo,
  domain: federatedClients.domain,
  active: federatedClients.active,
  createUsers: federatedClients.createUsers,
  clientId: federatedClients.clientId,
  scope: federatedClients.scope,
  settings: federatedClients.settings,
  hasClientSecret: sql<boolean>`exists (
    select from ${secrets}
    where ${secrets.owner} = 'federated-client:' || ${federatedClients.id} and ${secrets.name} = 'clientSecret'
  )`,
};

const select = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(federatedClients)
    .innerJoin(accounts, eq(accounts.id, federatedClients.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(where);

export type FoundClient = Awaited<ReturnType<typeof select>>[number];

export interface ClientList {
  tenantId?: number | undefined;
  search?: string | undefined;
  offset: number;
  limit: number;
}

export async function findClients(db: Db, grants: readonly Grant[], kind: FederatedKind, list: ClientList) {
  const where = and(
    visible(grants, 'all.manage', scopes.path),
    eq(federatedClients.kind, kind),
    list.tenantId ? eq(federatedClients.accountId, list.tenantId) : undefined,
    list.search ? sql`${federatedClients.displayName} ilike ${`%${escapeLike(list.search)}%`}` : undefined,
  );
  const rows = await select(db, where)
    .orderBy(asc(sql`lower(${federatedClients.displayName})`), asc(federatedClients.id))
    .offset(list.offset)
    .limit(list.limit);
  const every = db
    .select({ id: federatedClients.id })
    .from(federatedClients)
    .innerJoin(accounts, eq(accounts.id, federatedClients.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(where);
  return { rows, ...(await totalOf(db, every)) };
}

export async function findClient(db: Db, id: number): Promise<FoundClient | undefined> {
  const [found] = await select(db, eq(federatedClients.id, id));
  return found;
}

/** A domain that went over to another account must not show that one's people a stranger's button. */
const hasItsDomain = sql`(${federatedClients.domain} = '' or exists (
  select from ${accountDomains}
  where ${accountDomains.domain} = ${federatedClients.domain}
    and ${accountDomains.accountId} = ${federatedClients.accountId}
))`;

/** One that can be used now. */
export async function findUsableClient(db: Db, id: number): Promise<FoundClient | undefined> {
  const [found] = await select(db, and(eq(federatedClients.id, id), federatedClients.active, hasItsDomain));
  return found;
}

/** Those of the domain; where it is no account's own, those of the accounts at the top that name none. */
export function findClientsOfDomain(db: Db, domain: string, limit: number): Promise<FoundClient[]> {
  const isMapped = sql`exists (select from ${accountDomains} where ${accountDomains.domain} = ${domain})`;
  const isGeneral = sql`${federatedClients.domain} = '' and ${accounts.parentId} is null and not ${isMapped}`;
  const isOfDomain = sql`${federatedClients.domain} <> '' and ${federatedClients.domain} = ${domain}`;
  return select(db, and(federatedClients.active, hasItsDomain, sql`(${isOfDomain} or ${isGeneral})`))
    .orderBy(asc(sql`lower(${federatedClients.displayName})`), asc(federatedClients.id))
    .limit(limit);
}

/** Those of the user's account and of the accounts above it. */
export function findClientsFor(
  db: Db,
  accountId: number,
  { only, limit = 1 }: { only?: number; limit?: number },
): Promise<FoundClient[]> {
  const own = db
    .select({ path: scopes.path })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, accountId));
  const isOpen = and(federatedClients.active, hasItsDomain, sql`${scopes.path} @> (${own})`);
  return select(db, and(isOpen, only === undefined ? undefined : eq(federatedClients.id, only)))
    .orderBy(asc(sql`lower(${federatedClients.displayName})`), asc(federatedClients.id))
    .limit(limit);
}

export async function clientScopes(db: Db, ids: number[], kind?: FederatedKind): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: federatedClients.id, path: sql<string>`${scopes.path}::text` })
    .from(federatedClients)
    .innerJoin(accounts, eq(accounts.id, federatedClients.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(inArray(federatedClients.id, ids), kind ? eq(federatedClients.kind, kind) : undefined));
  return new Map(rows.map((row) => [row.id, row.path]));
}

export async function isDomainOf(db: Db, accountId: number, domain: string): Promise<boolean> {
  const found = await db
    .select({ domain: accountDomains.domain })
    .from(accountDomains)
    .where(and(eq(accountDomains.accountId, accountId), eq(accountDomains.domain, domain)));
  return found.length > 0;
}

export type ClientValues = Omit<typeof federatedClients.$inferInsert, 'accountId' | 'kind'>;

export async function insertClient(
  db: Db,
  values: ClientValues & { accountId: number; kind: FederatedKind },
): Promise<number> {
  const [created] = await db.insert(federatedClients).values(values).returning({ id: federatedClients.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function updateClient(db: Db, id: number, values: ClientValues): Promise<void> {
  await db.update(federatedClients).set(values).where(eq(federatedClients.id, id));
}

export async function deleteClient(db: Db, id: number): Promise<void> {
  await db.delete(federatedClients).where(eq(federatedClients.id, id));
}

export async function clientsOf(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .select({ id: federatedClients.id })
    .from(federatedClients)
    .where(eq(federatedClients.accountId, accountId));
  return rows.map(({ id }) => id);
}
