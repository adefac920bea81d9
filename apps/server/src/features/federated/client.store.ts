import type { FederatedKind } from '@stellwerk/contract/federated';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, scopedFrom, scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { accountDomainView } from '../accounts/index.ts';
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

const clientPage = defineList({
  sort: { displayName: sql`lower(${federatedClients.displayName})` },
  search: [federatedClients.displayName],
});

export interface ClientList {
  tenantId?: number | undefined;
  search?: string | undefined;
  offset: number;
  limit: number;
}

export function findClients(db: Db, actor: Pick<Actor, 'grants'>, kind: FederatedKind, list: ClientList) {
  const found = scopedFrom(inAccount(federatedClients, federatedClients), actor, 'all.manage').where(
    eq(federatedClients.kind, kind),
    list.tenantId ? eq(federatedClients.accountId, list.tenantId) : undefined,
  );
  return clientPage(db, found, { ...list, sort: 'displayName' }, (ids) =>
    select(db, inArray(federatedClients.id, ids)),
  );
}

export async function findClient(db: Db, id: number): Promise<FoundClient | undefined> {
  const [found] = await select(db, eq(federatedClients.id, id));
  return found;
}

/** A domain may have moved to another account, whose users must not see the sign-in button of a foreign client. */
const hasItsDomain = sql`(${federatedClients.domain} = '' or exists (
  select from ${accountDomainView}
  where ${accountDomainView.domain} = ${federatedClients.domain}
    and ${accountDomainView.accountId} = ${federatedClients.accountId}
))`;

/** Finds a client that is active and still has its domain. */
export async function findUsableClient(db: Db, id: number): Promise<FoundClient | undefined> {
  const [found] = await select(db, and(eq(federatedClients.id, id), federatedClients.active, hasItsDomain));
  return found;
}

/** Clients of the domain; if it belongs to no account, clients of the topmost accounts without a domain. */
export function findClientsOfDomain(db: Db, domain: string, limit: number): Promise<FoundClient[]> {
  const isMapped = sql`exists (select from ${accountDomainView} where ${accountDomainView.domain} = ${domain})`;
  const isGeneral = sql`${federatedClients.domain} = '' and ${accounts.parentId} is null and not ${isMapped}`;
  const isOfDomain = sql`${federatedClients.domain} <> '' and ${federatedClients.domain} = ${domain}`;
  return select(db, and(federatedClients.active, hasItsDomain, sql`(${isOfDomain} or ${isGeneral})`))
    .orderBy(asc(sql`lower(${federatedClients.displayName})`), asc(federatedClients.id))
    .limit(limit);
}

/** Clients of the user's account and of the accounts above it. */
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

export function clientScopes(kind?: FederatedKind) {
  const clients = new QueryBuilder()
    .select({ id: federatedClients.id, accountId: federatedClients.accountId })
    .from(federatedClients)
    .where(kind && eq(federatedClients.kind, kind))
    .as('client');
  return scopesOf(inAccount(clients, clients));
}

export async function isDomainOf(db: Db, accountId: number, domain: string): Promise<boolean> {
  const found = await db
    .select({ domain: accountDomainView.domain })
    .from(accountDomainView)
    .where(and(eq(accountDomainView.accountId, accountId), eq(accountDomainView.domain, domain)));
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
