import { z } from 'zod';
import {
  bulkCsv,
  bulkCsvErrors,
  bulkImportMaxBytes,
  bulkImportPreviewFields,
  bulkTitle,
  startedBulkJob,
} from './bulk-import.ts';
import { dataOf } from './core/envelope.ts';
import { idOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { deviceTag, deviceWire, group, operationalStatuses } from './device.ts';
import { tag } from './twin.ts';

/** Devices of one bulk edit or bulk import. */
export const bulkMaxDevices = 500;

export const bulkChangeLimits = { tags: 50, groups: 50 } as const;

/** Fields that are absent stay as they are. Removing a tag or group that a device does not have changes nothing. */
export const bulkDeviceChange = z.object({
  operationalStatus: z.enum(operationalStatuses).optional(),
  disabled: z.boolean().optional(),
  addTags: z.array(tag).max(bulkChangeLimits.tags).optional(),
  removeTags: z.array(tag).max(bulkChangeLimits.tags).optional(),
  addGroups: z.array(group).max(bulkChangeLimits.groups).optional(),
  removeGroups: z.array(group).max(bulkChangeLimits.groups).optional(),
  /** Null moves the devices to the top of their account. */
  parentId: idOf('twin').nullable().optional(),
});
export type BulkDeviceChange = z.output<typeof bulkDeviceChange>;

/** The fields that bulk edit can change, as previews show them. */
export const bulkEditFields = ['operationalStatus', 'disabled', 'tags', 'groups', 'parentId'] as const;
export type BulkEditField = (typeof bulkEditFields)[number];

const bulkEditPreview = z.object({
  total: z.int(),
  /** Devices that the job will change; devices that already are as configured don't count. */
  changed: z.int(),
  items: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      changes: z.array(z.object({ field: z.enum(bulkEditFields), before: z.json(), after: z.json() })),
    }),
  ),
  /** Devices that the job will leave as they are, each with the reason. */
  errors: z.array(z.object({ id: z.int(), title: z.string(), code: z.string(), message: z.string() })),
  /** The old and new parents that the caller may see. */
  parents: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type BulkEditPreview = z.output<typeof bulkEditPreview>;

const ids = z.array(idOf('device')).min(1).max(bulkMaxDevices);
const startedJob = startedBulkJob;
const tagName = 'background jobs';

const editErrors = [
  'VDEVICE_NOT_FOUND',
  'DTWIN_NOT_FOUND',
  'BULK_NOTHING_TO_CHANGE',
  'BULK_IN_BOTH_LISTS',
  'BULK_NEEDS_ONE_ACCOUNT',
  'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
  'BACKGROUND_JOBS_KIND_INACTIVE',
  'PERMISSION_DENIED',
] as const;

const editInput = z.object({ title: bulkTitle, ids, change: bulkDeviceChange });

/** A dry run performs the change and rolls it back, so its preview is the exact effect. */
export const bulkEditDevices = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/virtualdevice-bulk-edit',
  tag: tagName,
  wire: deviceWire,
  summary:
    'Change up to 500 virtual devices at once, as a background job that can be undone; `dryRun` shows the effect',
  permission: 'VirtualDevice.write',
  body: editInput.extend({ dryRun: z.boolean().default(false) }),
  response: dataOf(z.object({ preview: bulkEditPreview.nullable(), job: startedJob.nullable() })),
  errors: editErrors,
});

/** The specification's second path for the same. */
export const bulkUpdateDevices = defineRoute({
  method: 'PUT',
  path: '/api/v1/virtualdevice/bulk-update',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Change up to 500 virtual devices at once, as a background job that can be undone',
  permission: 'VirtualDevice.write',
  body: editInput,
  response: dataOf(z.object({ job: startedJob })),
  errors: editErrors,
});

const counted = z.object({ value: z.string(), count: z.int() });

export const bulkEditOptions = z.object({
  total: z.int(),
  /** Tags, groups and the parent can only be changed within one account. */
  accounts: z.array(z.object({ id: z.int(), name: z.string() })),
  /** What the devices have now, the most frequent first. */
  tags: z.array(counted),
  groups: z.array(counted),
});
export type BulkEditOptions = z.output<typeof bulkEditOptions>;

export const readBulkEditOptions = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/virtualdevice-bulk-edit/options',
  tag: tagName,
  summary: 'What the selected devices have in common, and so which changes are possible',
  permission: 'VirtualDevice.write',
  readOnly: true,
  body: z.object({ ids }),
  response: dataOf(bulkEditOptions),
  errors: ['VDEVICE_NOT_FOUND', 'PERMISSION_DENIED'],
});

/**
 * The columns of a bulk import; title and externalId are required. In addition, `ref.<name>` sets a reference id,
 * `prop.<key>` a property and `data.<field>` a field of the connector. Lists (tags, groups) are separated by comma,
 * semicolon or |, in quotes where the separator of the columns is the same.
 */
export const bulkImportColumns = [
  'title',
  'externalId',
  'description',
  'tags',
  'groups',
  'operationalStatus',
  'icon',
  'address',
  'latitude',
  'longitude',
  'floorNumber',
  'room',
  'parentId',
  'isDeviceImport',
] as const;
export type BulkImportColumn = (typeof bulkImportColumns)[number];
export const bulkImportRequired = ['title', 'externalId'] as const satisfies readonly BulkImportColumn[];

const bulkImportPreview = z.object({
  ...bulkImportPreviewFields,
  /** How many devices the account and the connector may have, and have now. Lines beyond that become errors. */
  limits: z.array(z.object({ of: z.enum(['account', 'connector']), limit: z.int(), used: z.int() })),
});
export type BulkImportPreview = z.output<typeof bulkImportPreview>;

/** A dry run creates the devices and rolls them back, so its preview is the exact effect. */
export const bulkImportDevices = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/virtualdevice-bulk-import',
  tag: tagName,
  wire: deviceWire,
  summary:
    'Create up to 500 virtual devices from a CSV text, as a background job that can be undone; `dryRun` shows the effect',
  permission: 'VirtualDevice.manage',
  body: z.object({
    title: bulkTitle,
    /** The place of devices without a parent of their own: below a twin, or at the top of an account. */
    parentId: idOf('twin').nullable().optional(),
    tenantId: idOf('account').optional(),
    connectorId: idOf('connectorChoice'),
    driverId: idOf('driver').nullable().default(null),
    csv: bulkCsv,
    dryRun: z.boolean().default(false),
  }),
  bodyLimitBytes: bulkImportMaxBytes * 2,
  response: dataOf(z.object({ preview: bulkImportPreview, job: startedJob.nullable() })),
  errors: [
    'DTWIN_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'BRIDGE_NOT_FOUND',
    'DEVICEDRIVER_NOT_FOUND',
    'DEVICEDRIVER_NOT_PUBLISHED',
    'VDEVICE_CONNECTOR_NOT_A_SOURCE',
    'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT',
    ...bulkCsvErrors,
    'BACKGROUND_JOBS_KIND_INACTIVE',
    'PERMISSION_DENIED',
  ],
});
