import { z } from 'zod';
import { distinctBy } from './core/distinct.ts';
import { isoTime } from './core/envelope.ts';
import { idOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import type { WireNames } from './core/wire.ts';
import { group } from './device.ts';
import { healthEntry } from './health.ts';
import { ruleDefinition, ruleFields, ruleMetric } from './rule.ts';
import { newState, stateKey } from './state.ts';
import { tag } from './twin.ts';

export const templateTag = 'device templates';
export const readsTemplates = anyOf('DeviceTemplate.read', 'DeviceTemplate.manage');

export const templateWire: WireNames = {
  fields: { driverId: 'deviceDriverId', driverVersion: 'deviceDriverVersion' },
  columns: [],
};

export const templateLimits = {
  tags: 50,
  groups: 50,
  properties: 50,
  states: 200,
  rules: 50,
  health: 50,
  /** Devices that one call links. */
  links: 500,
  bodyBytes: 4_194_304,
} as const;

/** Devices get the property with the default value if they lack it. A required one must not be empty. */
export const templateProperty = z.object({
  key: z.string().trim().min(1).max(100),
  defaultValue: z.string().trim().max(2_000).default(''),
  required: z.boolean().default(false),
});
export type TemplateProperty = z.output<typeof templateProperty>;

const { key: _key, config: _config, ...stateFields } = newState.shape;

/** A state that every linked device has. It takes the values of a variable of the driver. */
export const templateState = z.object({
  key: stateKey,
  variable: z.string().trim().min(1).max(200),
  ...stateFields,
});
export type TemplateState = z.output<typeof templateState>;

/** A rule that every linked device has, with metrics that name states of the device by their keys. */
export const templateRule = z.object({
  /** Identifies the rule in all versions of the template, so that a change updates the rules of the devices. */
  key: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  title: ruleFields.shape.title,
  description: ruleFields.shape.description,
  active: ruleFields.shape.active,
  ...ruleDefinition.omit({ metrics: true, aggregateTrigger: true }).shape,
  metrics: z
    .array(ruleMetric.omit({ stateId: true }).extend({ stateKey: z.string().trim().min(1).max(64) }))
    .max(20)
    .default([]),
});
export type TemplateRule = z.output<typeof templateRule>;

/** What a template sets on its devices. A published version never changes. */
export const templateContent = z.object({
  connectorId: idOf('connectorChoice'),
  driverId: idOf('driver'),
  /** Null follows the newest version of the driver. */
  driverVersion: z.int().positive().nullable().default(null),
  /** New devices are placed below this twin, and so in its access scope; null: at the top of the account. */
  parentId: idOf('twin').nullable().default(null),
  icon: z.string().trim().max(50).default(''),
  tags: z
    .array(tag)
    .max(templateLimits.tags)
    .superRefine(distinctBy((each: string) => each.toLowerCase()))
    .default([]),
  groups: z
    .array(group)
    .max(templateLimits.groups)
    .superRefine(distinctBy((each: string) => each))
    .default([]),
  properties: z
    .array(templateProperty)
    .max(templateLimits.properties)
    .superRefine(distinctBy((each: { key: string }) => each.key.toLowerCase(), 'key'))
    .default([]),
  states: z
    .array(templateState)
    .max(templateLimits.states)
    .superRefine(distinctBy((each: { key: string }) => each.key.toLowerCase(), 'key'))
    .default([]),
  rules: z
    .array(templateRule)
    .max(templateLimits.rules)
    .superRefine(distinctBy((each: { key: string }) => each.key, 'key'))
    .superRefine(distinctBy((each: { title: string }) => each.title.toLowerCase(), 'title'))
    .default([]),
  healthConfig: z
    .array(healthEntry)
    .max(templateLimits.health)
    .superRefine(distinctBy((each: { identifier: string }) => each.identifier, 'identifier'))
    .default([]),
});
export type TemplateContent = z.output<typeof templateContent>;

/**
 * `unsynced`: the draft differs from the productive version, or devices still have an older one. `canary`: a new version
 * is being tried on some devices. `halted`: the trial found a problem, the other devices keep their version.
 */
export const syncStatuses = [
  'noLinkedDevices',
  'unsynced',
  'inProgress',
  'canary',
  'halted',
  'failed',
  'synced',
  'unknown',
] as const;
export type SyncStatus = (typeof syncStatuses)[number];

export const linkStates = ['pending', 'synced', 'failed'] as const;
export type LinkState = (typeof linkStates)[number];

export const canaryReasons = ['parseErrors', 'health', 'failures', 'stopped'] as const;
export type CanaryReason = (typeof canaryReasons)[number];

export const canaryState = z.object({
  version: z.int(),
  /** Devices that try the version. */
  devices: z.int(),
  startedAt: isoTime,
  /** The remaining devices get the version then, unless something got worse. */
  until: isoTime,
  haltedAt: isoTime.nullable(),
  reason: z.enum(canaryReasons).nullable(),
  packets: z.int(),
  faults: z.int(),
});
export type CanaryState = z.output<typeof canaryState>;

export const templateVersionHead = z.object({
  number: z.int(),
  publishedAt: isoTime,
  publishedBy: z.string().nullable(),
  notes: z.string(),
  /** Number of the version whose content this one restored. */
  restores: z.int().nullable(),
  deviceCount: z.int(),
});

export const templateVersion = templateVersionHead.extend({ content: templateContent });
export type TemplateVersion = z.output<typeof templateVersion>;

export const templateDraft = z.object({
  /** Sent back as `basedOn`, so that nobody overwrites the changes of somebody else unseen. */
  revision: z.int(),
  content: templateContent,
  changedAt: isoTime,
  changedBy: z.string().nullable(),
});
export type TemplateDraft = z.output<typeof templateDraft>;

export const templateRow = z.object({
  id: z.int(),
  title: z.string(),
  accountId: z.int(),
  accountName: z.string(),
  status: z.enum(syncStatuses),
  hasUnsyncedChanges: z.boolean(),
  /** Null if no version is published. */
  productiveVersion: z.int().nullable(),
  deviceCount: z.int(),
  failedCount: z.int(),
  pendingCount: z.int(),
  icon: z.string(),
  /** Null if it has been deleted. */
  connector: z.object({ id: z.int(), name: z.string(), type: z.string() }).nullable(),
  driver: z.object({ id: z.int(), title: z.string(), version: z.int().nullable() }).nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type TemplateRow = z.output<typeof templateRow>;

export const deviceTemplate = templateRow.extend({
  draft: templateDraft,
  versions: z.array(templateVersionHead),
  canary: canaryState.nullable(),
  /** The running or last job that synchronises the devices. */
  jobId: z.int().nullable(),
});
export type DeviceTemplate = z.output<typeof deviceTemplate>;
