import type { FederatedKind } from '@stellwerk/contract/federated';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bytea } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** A service to sign in with, set up for one account. Its client secret is a secret of its own. */
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
    /** What only one kind has: the issuer, or the addresses and field names. */
    settings: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('federated_clients_account').on(table.accountId),
    index('federated_clients_domain').on(table.domain),
  ],
);

/** Who a user is at a service: by its client and subject there, never by e-mail address. */
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

/** A sign-in that has begun; found again by the cookie of the browser, used once. */
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
    /** Set when a signed-in user adds the service to their own user. */
    linkUserId: bigint('link_user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    /** Where it began: nobody may leave any number of them behind. */
    address: text().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('federated_attempts_address').on(table.address)],
);
