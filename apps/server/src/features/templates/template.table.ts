import type { CanaryReason, LinkState, TemplateContent } from '@stellwerk/contract/device-template';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../../platform/db/columns.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { devices } from '../devices/index.ts';
import { rules } from '../rules/index.ts';

/** A version that is being tried on some devices. The figures count their packets since they have it. */
export interface Canary {
  version: number;
  devices: number;
  minutes: number;
  startedAt: string;
  until: string;
  startedBy: number;
  apiKeyId: number | null;
  haltedAt: string | null;
  reason: CanaryReason | null;
  packets: number;
  faults: number;
  /** Health of the devices before, by id. */
  healths: Record<string, number>;
}

export const deviceTemplates = pgTable(
  'device_templates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    title: text().notNull(),
    draft: jsonb().$type<TemplateContent>().notNull(),
    draftRevision: integer('draft_revision').notNull().default(1),
    draftChangedAt: at('draft_changed_at').notNull().defaultNow(),
    draftChangedBy: bigint('draft_changed_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    /** Whether the draft differs from the newest published version. */
    hasChanges: boolean('has_changes').notNull().default(true),
    /** Connector and driver of the draft, for lists. Both may have been deleted. */
    connectorId: bigint('connector_id', { mode: 'number' }).notNull(),
    driverId: bigint('driver_id', { mode: 'number' }).notNull(),
    /** Number of the version that new devices get; null: none is published. */
    productive: integer(),
    /** The newest job that synchronises the devices. */
    jobId: bigint('job_id', { mode: 'number' }),
    canary: jsonb().$type<Canary>(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('device_templates_name').on(table.accountId, sql`lower(${table.title})`),
    index('device_templates_title').on(sql`lower(${table.title})`, table.id),
    index('device_templates_canary').on(table.id).where(sql`${table.canary} is not null`),
  ],
);

/** Published versions are immutable. */
export const templateVersions = pgTable(
  'device_template_versions',
  {
    templateId: bigint('template_id', { mode: 'number' })
      .notNull()
      .references(() => deviceTemplates.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    content: jsonb().$type<TemplateContent>().notNull(),
    notes: text().notNull().default(''),
    /** The earlier version whose content this one restores. */
    restores: integer(),
    publishedAt: at('published_at').notNull(),
    publishedBy: bigint('published_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.number] })],
);

export const templateLinks = pgTable(
  'device_template_links',
  {
    twinId: bigint('twin_id', { mode: 'number' })
      .primaryKey()
      .references(() => devices.twinId, { onDelete: 'cascade' }),
    templateId: bigint('template_id', { mode: 'number' })
      .notNull()
      .references(() => deviceTemplates.id),
    /** The version that the device has. Changes in one transaction with the device. */
    version: integer(),
    state: text().$type<LinkState>().notNull().default('pending'),
    code: text(),
    params: jsonb().$type<Record<string, string | number>>(),
    isCanary: boolean('is_canary').notNull().default(false),
    linkedAt: at('linked_at').notNull().defaultNow(),
    syncedAt: at('synced_at'),
  },
  (table) => [
    index('device_template_links_template').on(table.templateId, table.twinId),
    index('device_template_links_open').on(table.templateId).where(sql`${table.state} <> 'synced'`),
  ],
);

/** The rules that a template has put on devices. */
export const templateRules = pgTable(
  'device_template_rules',
  {
    ruleId: bigint('rule_id', { mode: 'number' })
      .primaryKey()
      .references(() => rules.id, { onDelete: 'cascade' }),
    twinId: bigint('twin_id', { mode: 'number' })
      .notNull()
      .references(() => templateLinks.twinId, { onDelete: 'cascade' }),
    /** Key of the rule in the template. */
    key: text().notNull(),
  },
  (table) => [uniqueIndex('device_template_rules_key').on(table.twinId, table.key)],
);
