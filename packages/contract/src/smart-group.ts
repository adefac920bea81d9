import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { textList } from './core/query.ts';
import { defineRoute, raw } from './core/route.ts';
import {
  deviceListErrors,
  deviceListQuery,
  deviceRow,
  deviceTag,
  deviceWire,
  group,
  healths,
  operationalStatuses,
} from './device.ts';
import { packetCount } from './device-statistics.ts';
import { storedFile, tag, twinLimits } from './twin.ts';

/**
 * Smart groups: the views of virtual devices. A group selects devices of its account by a filter, which is evaluated
 * whenever the group is read. Viewers only see devices that they have permission for.
 */
export const readsSmartGroups = 'VirtualDeviceGroup.read';

/** Of the account of the group. Every field that is given must match; without any, all devices match. */
export const smartGroupFilter = z.object({
  /** Devices below this twin. */
  twinId: idOf('twin').optional(),
  connectorId: idOf('connectorChoice').optional(),
  driverId: idOf('driver').optional(),
  health: z.array(z.enum(healths)).max(healths.length).optional(),
  operationalStatus: z.array(z.enum(operationalStatuses)).max(operationalStatuses.length).optional(),
  tags: z.array(tag).max(20).optional(),
  groups: z.array(group).max(20).optional(),
  disabled: z.boolean().optional(),
  /** Devices without a packet for so many hours, or without any. */
  silentHours: z.int().min(1).max(8_760).optional(),
  /** Matches as in the list of devices: words match anywhere, a text in double quotes must equal a whole field. */
  search: z.string().trim().max(200).optional(),
  search_operator: z.enum(['AND', 'OR']).optional(),
});
export type SmartGroupFilter = z.output<typeof smartGroupFilter>;

const fields = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2_000),
  filter: smartGroupFilter,
  /** The fewest packets that all devices together must send in 24 full hours. */
  packetThreshold: z.int().min(1).max(1_000_000_000).nullable(),
  /** Opens an alarm while fewer packets arrive; checked every hour. */
  monitorsPackets: z.boolean(),
});
export type SmartGroupFields = z.output<typeof fields>;

const filterRead = z.object({
  ...smartGroupFilter.shape,
  twinId: z.int().optional(),
  connectorId: z.int().optional(),
  driverId: z.int().optional(),
});

export const smartGroupRow = fields.extend({
  id: z.int(),
  filter: filterRead,
  tenantId: z.int(),
  tenantName: z.string(),
  revision: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type SmartGroupRow = z.output<typeof smartGroupRow>;

export const smartGroup = smartGroupRow.extend({
  attachments: z.array(storedFile),
  backgroundImage: storedFile.nullable(),
});
export type SmartGroup = z.output<typeof smartGroup>;

const path = '/api/v1/virtualdevice/view';
const notFound = 'SMART_GROUP_NOT_FOUND';
const filterErrors = ['DTWIN_NOT_FOUND', 'BRIDGE_NOT_FOUND', 'DEVICEDRIVER_NOT_FOUND'] as const;
const params = z.object({ id: textIdOf('smartGroup') });

const sorts = ['title', 'tenantName', 'createdAt', 'updatedAt'] as const;
export type SmartGroupSort = (typeof sorts)[number];

export const listSmartGroups = defineRoute({
  method: 'GET',
  path: `${path}/list`,
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Smart groups that the caller may see',
  permission: readsSmartGroups,
  query: listQuery.extend({
    sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('title'),
    tenantIds: textList(textIdOf('account'), 100).optional(),
  }),
  response: listOf(smartGroupRow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createSmartGroup = defineRoute({
  method: 'POST',
  path,
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Create a smart group; without a filter it contains all virtual devices of its account',
  permission: 'VirtualDeviceGroup.manage',
  body: fields.extend({
    tenantId: idOf('account'),
    description: fields.shape.description.default(''),
    filter: smartGroupFilter.default({}),
    packetThreshold: fields.shape.packetThreshold.default(null),
    monitorsPackets: z.boolean().default(false),
  }),
  response: dataOf(smartGroup),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', ...filterErrors, 'SMART_GROUP_NO_THRESHOLD'],
});

export const readSmartGroup = defineRoute({
  method: 'GET',
  path: `${path}/{id}`,
  tag: deviceTag,
  wire: deviceWire,
  summary: 'A smart group',
  permission: readsSmartGroups,
  params,
  response: dataOf(smartGroup),
  errors: [notFound],
});

export const updateSmartGroup = defineRoute({
  method: 'PUT',
  path: `${path}/{id}`,
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Change a smart group',
  permission: 'VirtualDeviceGroup.write',
  params,
  body: fields.partial().extend({
    /** The revision that the change is based on; refused if another change came first. */
    revision: z.int().optional(),
  }),
  response: dataOf(smartGroup),
  errors: [notFound, ...filterErrors, 'SMART_GROUP_CHANGED_MEANWHILE', 'SMART_GROUP_NO_THRESHOLD'],
});

export const deleteSmartGroup = defineRoute({
  method: 'DELETE',
  path: `${path}/{id}`,
  tag: deviceTag,
  summary: 'Delete a smart group; its devices stay. Refused while reports or rules use it',
  permission: 'VirtualDeviceGroup.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [notFound, 'SMART_GROUP_IN_USE'],
});

export const executeSmartGroup = defineRoute({
  method: 'GET',
  path: `${path}/{id}/execute`,
  tag: deviceTag,
  wire: deviceWire,
  summary: 'The virtual devices of a smart group; filters of the call narrow it further',
  permission: readsSmartGroups,
  params,
  query: deviceListQuery.omit({ smartGroupId: true }),
  response: listOf(deviceRow),
  errors: [notFound, ...deviceListErrors],
});

export const readSmartGroupFigures = defineRoute({
  method: 'GET',
  path: `${path}/{id}/figures`,
  tag: deviceTag,
  summary: 'How many virtual devices of a smart group the caller may see, by health, and how many are active',
  permission: readsSmartGroups,
  params,
  response: dataOf(
    z.object({
      devices: z.int(),
      disabled: z.int(),
      /** Devices that sent a packet in the last 24 hours. */
      active: z.int(),
      byHealth: z.record(z.enum(healths), z.int()),
    }),
  ),
  errors: [notFound],
});

/** Counted every few minutes for full hours, over all devices of the group, independent of the caller. */
export const readSmartGroupPackets = defineRoute({
  method: 'GET',
  path: `${path}/{id}/packets`,
  tag: deviceTag,
  summary: 'How many packets the devices of a smart group sent, by hour or day',
  permission: readsSmartGroups,
  params,
  query: z.object({
    startDate: isoTime,
    stopDate: isoTime.optional(),
    duration: z.enum(['hour', 'day']).default('hour'),
  }),
  response: dataOf(
    z.object({
      buckets: z.array(packetCount.pick({ at: true, accepted: true })),
      /** Hours before were not counted; null before the first count. */
      countedSince: isoTime.nullable(),
      countedUntil: isoTime.nullable(),
      /** Packets of the 24 hours before `countedUntil`, which the threshold is compared with. */
      last24Hours: z.int().nullable(),
    }),
  ),
  errors: [notFound, 'HISTORY_SPAN_INVALID', 'HISTORY_TOO_MANY_BUCKETS'],
});

const attachmentParams = params.extend({ attachmentId: textIdOf('smartGroupAttachment') });

export const uploadSmartGroupAttachment = defineRoute({
  method: 'POST',
  path: `${path}/{id}/attachments`,
  tag: deviceTag,
  summary: 'Attach a PDF or another file of at most 10 MB (field `file`); at most twenty a group',
  permission: 'VirtualDeviceGroup.write',
  params,
  multipart: true,
  bodyLimitBytes: twinLimits.attachmentBytes + 100_000,
  // An upload may take long and must not hold a database connection.
  transaction: 'own',
  response: dataOf(storedFile),
  status: 201,
  errors: [notFound, 'FILE_TOO_LARGE', 'SMART_GROUP_TOO_MANY_ATTACHMENTS', 'DTWINSTATE_MISSING_PARAMETER'],
});

/** Always sent as a download, never displayed by the browser. */
export const readSmartGroupAttachment = defineRoute({
  method: 'GET',
  path: `${path}/{id}/attachments/{attachmentId}`,
  tag: deviceTag,
  summary: 'Download an attachment of a smart group',
  permission: readsSmartGroups,
  params: attachmentParams,
  response: raw('application/octet-stream'),
  errors: [notFound, 'FILE_NOT_FOUND'],
});

export const deleteSmartGroupAttachment = defineRoute({
  method: 'DELETE',
  path: `${path}/{id}/attachments/{attachmentId}`,
  tag: deviceTag,
  summary: 'Remove an attachment of a smart group',
  permission: 'VirtualDeviceGroup.write',
  params: attachmentParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [notFound, 'FILE_NOT_FOUND'],
});

/** PNG, JPEG, WebP or GIF, detected by content, not by file name. */
export const uploadSmartGroupImage = defineRoute({
  method: 'PUT',
  path: `${path}/{id}/image`,
  tag: deviceTag,
  summary: 'Set the background image of a smart group (field `file`)',
  permission: 'VirtualDeviceGroup.write',
  params,
  multipart: true,
  bodyLimitBytes: twinLimits.imageBytes + 100_000,
  transaction: 'own',
  response: dataOf(storedFile),
  errors: [
    notFound,
    'FILE_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_IMAGE_TOO_LARGE',
    'FILE_IMAGE_UNREADABLE',
    'DTWINSTATE_MISSING_PARAMETER',
  ],
});

export const readSmartGroupImage = defineRoute({
  method: 'GET',
  path: `${path}/{id}/image`,
  tag: deviceTag,
  summary: 'The background image of a smart group',
  permission: readsSmartGroups,
  params,
  response: raw('image/*'),
  errors: [notFound, 'FILE_NOT_FOUND', 'FILE_IMAGE_TOO_LARGE', 'FILE_IMAGE_UNREADABLE'],
});

export const deleteSmartGroupImage = defineRoute({
  method: 'DELETE',
  path: `${path}/{id}/image`,
  tag: deviceTag,
  summary: 'Remove the background image of a smart group',
  permission: 'VirtualDeviceGroup.write',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [notFound, 'FILE_NOT_FOUND'],
});
