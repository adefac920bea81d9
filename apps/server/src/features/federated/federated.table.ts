import type { FederatedKind } from '@stellwerk/contract/federated';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** An external sign-in service of an account. Its client secret is stored with the other secrets. */
export const federatedClients = pgTable(
  'federated_clients',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().$type<FederatedKind>().notNull(),
    displayName: text('display_name').notNull(),
    logo: text().notNull(),
    domain: text().notNull(),
    active: boolean().notNull(),
    createUsers: boolean('create_users').notNull(),
    clientId: text('client_id').notNull(),
    scope: text().notNull(),
    /** Settings of one kind: the issuer, or the endpoints and field names. */
    settings: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('federated_clients_account').on(table.accountId),
    index('federated_clients_domain').on(table.domain),
  ],
);

/** Identity of a user at a service: by client and subject, never by e-mail address. */
export const userIdentities = pgTable(
  'user_identities',
  {
    federatedClientId: bigint('federated_client_id', { mode: 'number' })
      .notNull()
      .references(() => federatedClients.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.federatedClientId, table.issuer, table.subject] }),
    index('user_identities_user').on(table.userId),
  ],
);

/** A sign-in that has begun; identified by a cookie and used once. */
export const federatedAttempts = pgTable(
  'federated_attempts',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    federatedClientId: bigint('federated_client_id', { mode: 'number' })
      .notNull()
      .references(() => federatedClients.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    redirect: text().notNull(),
    /** Set if a signed-in user links the service to their own user. */
    linkUserId: bigint('link_user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    /** IP address of the browser, to limit open attempts. */
    address: text().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('federated_attempts_address').on(table.address)],
);
