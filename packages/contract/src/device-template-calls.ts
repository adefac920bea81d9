import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf, textNumber } from './core/id.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import {
  device,
  deviceFilter,
  deviceFilterErrors,
  deviceWire,
  healths,
  inSmartGroup,
  newDevice,
  readsDevices,
} from './device.ts';
import {
  deviceTemplate,
  linkStates,
  readsTemplates,
  templateContent,
  templateDraft,
  templateLimits,
  templateRow,
  templateTag,
  templateVersion,
  templateWire,
} from './device-template.ts';
import { templateAreas } from './template-changes.ts';

const base = '/api/v1/digitaltwin/device-templates';
const params = z.object({ id: textIdOf('deviceTemplate') });
const deviceParams = z.object({ id: textIdOf('device') });
const title = z.string().trim().min(1).max(200);

const sorts = ['title', 'driver', 'createdAt', 'updatedAt'] as const;
export type TemplateSort = (typeof sorts)[number];

/** `page`, `pageSize`, `sortBy`, `sortDesc` and `searchItems` are the specification's names for the same. */
export const templateListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('title'),
  tenantId: textIdOf('account').optional(),
  tenantIds: textList(textIdOf('account'), 100).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).optional(),
  sortBy: z.enum(sorts).optional(),
  sortDesc: flag.optional(),
  searchItems: textList(z.string().trim().max(100), 20).optional(),
  search_operator: z.enum(['AND', 'OR']).default('AND'),
});

export const listDeviceTemplates = defineRoute({
  method: 'GET',
  path: base,
  tag: templateTag,
  wire: templateWire,
  summary: 'Device templates with their status; `search` looks at id, title and driver',
  permission: readsTemplates,
  query: templateListQuery,
  response: listOf(templateRow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const contentErrors = [
  'BRIDGE_NOT_FOUND',
  'DEVICEDRIVER_NOT_FOUND',
  'DEVICEDRIVER_NOT_PUBLISHED',
  'VDEVICE_CONNECTOR_NOT_A_SOURCE',
  'DTWIN_NOT_FOUND',
  'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
  'DEVICE_TEMPLATE_RULE_STATE_UNKNOWN',
  'DEVICE_TEMPLATE_CONNECTOR_FIXED',
  'RULE_ALIAS_DUPLICATE',
  'RULE_ALIAS_UNKNOWN',
  'RULE_NEVER_TRIGGERED',
  'RULE_NOTHING_TO_DO',
  'SCRIPT_ERROR',
  'PERMISSION_DENIED',
] as const;
const titleErrors = ['DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS'] as const;

/** Begins with the given draft, or with the configuration of a device, which is not linked by this. */
export const createDeviceTemplate = defineRoute({
  method: 'POST',
  path: base,
  tag: templateTag,
  wire: templateWire,
  summary: 'Create a device template, on demand from a device',
  permission: 'DeviceTemplate.manage',
  body: z.object({
    title,
    accountId: idOf('account'),
    draft: templateContent.optional(),
    fromDeviceId: idOf('seenDevice').optional(),
  }),
  bodyLimitBytes: templateLimits.bodyBytes,
  response: dataOf(deviceTemplate),
  status: 201,
  errors: [
    ...contentErrors,
    ...titleErrors,
    'ACCOUNT_NOT_FOUND',
    'VDEVICE_NOT_FOUND',
    'VDEVICE_NO_DRIVER',
    'DEVICE_TEMPLATE_LIMIT_REACHED',
    'DEVICE_TEMPLATE_OTHER_ACCOUNT',
  ],
});

export const readDeviceTemplate = defineRoute({
  method: 'GET',
  path: `${base}/{id}`,
  tag: templateTag,
  wire: templateWire,
  summary: 'A device template with its draft, its versions and its status',
  permission: readsTemplates,
  params,
  response: dataOf(deviceTemplate),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND'],
});

/** The draft of another person is only replaced if `basedOn` is its revision. */
export const updateDeviceTemplate = defineRoute({
  method: 'PUT',
  path: `${base}/{id}`,
  tag: templateTag,
  wire: templateWire,
  summary: 'Change title or draft; linked devices change with the next synchronisation',
  permission: 'DeviceTemplate.manage',
  params,
  body: z.object({
    title: title.optional(),
    draft: templateContent.optional(),
    basedOn: z.int().positive().optional(),
  }),
  bodyLimitBytes: templateLimits.bodyBytes,
  response: dataOf(deviceTemplate),
  errors: [...contentErrors, ...titleErrors, 'DEVICE_TEMPLATE_NOT_FOUND', 'DEVICE_TEMPLATE_CHANGED_MEANWHILE'],
});

export const deleteDeviceTemplate = defineRoute({
  method: 'DELETE',
  path: `${base}/{id}`,
  tag: templateTag,
  summary: 'Delete a device template; refused while devices are linked',
  permission: 'DeviceTemplate.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND', 'DEVICE_TEMPLATE_IN_USE'],
});

export const readTemplateDraft = defineRoute({
  method: 'GET',
  path: `${base}/{id}/draft`,
  tag: templateTag,
  wire: templateWire,
  summary: 'The edited version',
  permission: readsTemplates,
  params,
  response: dataOf(templateDraft),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND'],
});

export const readProductiveTemplate = defineRoute({
  method: 'GET',
  path: `${base}/{id}/productive`,
  tag: templateTag,
  wire: templateWire,
  summary: 'The version that was synchronised last',
  permission: readsTemplates,
  params,
  response: dataOf(templateVersion),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND', 'DEVICE_TEMPLATE_NOT_PUBLISHED'],
});

export const readTemplateVersion = defineRoute({
  method: 'GET',
  path: `${base}/{id}/versions/{number}`,
  tag: templateTag,
  wire: templateWire,
  summary: 'A published version',
  permission: readsTemplates,
  params: params.extend({ number: textNumber }),
  response: dataOf(templateVersion),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND', 'DEVICE_TEMPLATE_NOT_PUBLISHED'],
});

const fieldChange = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() });

export const templateChange = z.object({
  area: z.enum(templateAreas),
  key: z.string(),
  title: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  fields: z.array(fieldChange),
});

/** `values` counts the stored values that would be deleted; an estimate if many devices are concerned. */
export const templateEffect = z.object({
  kind: z.enum(['losesState', 'blockedByAggregate', 'lacksProperty', 'foreignState']),
  key: z.string(),
  devices: z.int(),
  values: z.int(),
  isEstimate: z.boolean(),
});
export type TemplateEffect = z.output<typeof templateEffect>;

export const templateChangeList = z.object({
  /** The draft against the productive version; against an empty one if none is published. */
  changes: z.array(templateChange),
  effects: z.array(templateEffect),
  deviceCount: z.int(),
  names: z.object({
    connectors: z.array(z.object({ id: z.int(), name: z.string() })),
    drivers: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
});
export type TemplateChangeList = z.output<typeof templateChangeList>;

export const listTemplateChanges = defineRoute({
  method: 'GET',
  path: `${base}/{id}/changes`,
  tag: templateTag,
  wire: templateWire,
  summary: 'The changes that are not synchronised yet, and their effect on the linked devices',
  permission: readsTemplates,
  params,
  response: dataOf(templateChangeList),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND'],
});

/** The first devices get the version; the others follow after the time, unless something gets worse. */
export const canaryOptions = z.object({
  devices: z.int().min(1).max(1_000),
  minutes: z.int().min(1).max(10_080).default(60),
});

const startedSync = z.object({ version: z.int(), job: z.object({ id: z.int() }).nullable() });

const syncErrors = [
  'DEVICE_TEMPLATE_NOT_FOUND',
  'DEVICE_TEMPLATE_SYNC_RUNNING',
  'BACKGROUND_JOBS_KIND_INACTIVE',
] as const;

/** Saves `draft` first, if given. Without changes since the last version, only devices that lack it are synchronised. */
export const publishTemplate = defineRoute({
  method: 'POST',
  path: `${base}/{id}/publish-and-sync`,
  tag: templateTag,
  wire: templateWire,
  summary: 'Publish the draft and synchronise the linked devices as a background job',
  permission: 'DeviceTemplate.manage',
  params,
  body: z.object({
    draft: templateContent.optional(),
    basedOn: z.int().positive().optional(),
    notes: z.string().trim().max(2_000).default(''),
    canary: canaryOptions.nullable().default(null),
  }),
  bodyLimitBytes: templateLimits.bodyBytes,
  response: dataOf(startedSync),
  errors: [...contentErrors, ...syncErrors, 'DEVICE_TEMPLATE_CHANGED_MEANWHILE'],
});

/** A failed device is one with the reason in `fetch-linked-devices`. */
export const retryTemplateSync = defineRoute({
  method: 'POST',
  path: `${base}/{id}/retry-sync`,
  tag: templateTag,
  summary: 'Synchronise the devices that failed or lack the productive version',
  permission: 'DeviceTemplate.manage',
  params,
  response: dataOf(startedSync),
  errors: [...syncErrors, 'DEVICE_TEMPLATE_NOT_PUBLISHED'],
});

export const rollBackTemplate = defineRoute({
  method: 'POST',
  path: `${base}/{id}/rollback`,
  tag: templateTag,
  summary: 'Publish the content of an earlier version again, as a new version, and synchronise the devices',
  permission: 'DeviceTemplate.manage',
  params,
  body: z.object({ version: z.int().positive() }),
  response: dataOf(startedSync),
  errors: [...contentErrors, ...syncErrors, 'DEVICE_TEMPLATE_NOT_PUBLISHED'],
});

export const decideTemplateCanary = defineRoute({
  method: 'POST',
  path: `${base}/{id}/canary`,
  tag: templateTag,
  summary: 'Give the tried version to all devices now, or stop the trial',
  permission: 'DeviceTemplate.manage',
  params,
  body: z.object({ decision: z.enum(['continue', 'stop']) }),
  response: dataOf(startedSync),
  errors: [...syncErrors, 'DEVICE_TEMPLATE_NO_CANARY'],
});

export const linkedDevice = z.object({
  id: z.int(),
  title: z.string(),
  externalId: z.string(),
  health: z.enum(healths),
  lastSeenAt: isoTime.nullable(),
  state: z.enum(linkStates),
  /** The version that the device has; null before the first synchronisation. */
  version: z.int().nullable(),
  isCanary: z.boolean(),
  syncedAt: isoTime.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type LinkedDevice = z.output<typeof linkedDevice>;

export const linkedSorts = ['title', 'externalId', 'state', 'lastSeenAt'] as const;
export type LinkedSort = (typeof linkedSorts)[number];

/** Only devices that the caller may see. */
export const listLinkedDevices = defineRoute({
  method: 'GET',
  path: `${base}/{id}/fetch-linked-devices`,
  tag: templateTag,
  wire: deviceWire,
  summary: 'The devices linked to a template, with the state of their synchronisation',
  permission: readsTemplates,
  params,
  query: listQuery.extend({
    sort: z.enum([...linkedSorts, ...linkedSorts.map((name) => `-${name}` as const)]).default('title'),
    state: z.enum(linkStates).optional(),
  }),
  response: listOf(linkedDevice),
  errors: ['DEVICE_TEMPLATE_NOT_FOUND'],
});

/** `smartGroupId` names the group; the other fields narrow it further. */
export const listGroupTemplates = defineRoute({
  method: 'GET',
  path: `${base}/fetch-smart-group-related-templates`,
  tag: templateTag,
  summary: 'The templates of the devices that match a filter, such as the one of a smart group',
  permission: readsDevices,
  query: deviceFilter.extend(inSmartGroup),
  response: dataOf(z.array(z.object({ id: z.int(), title: z.string(), deviceCount: z.int() }))),
  errors: [...deviceFilterErrors, 'SMART_GROUP_NOT_FOUND'],
});

const lostState = z.object({ key: z.string(), title: z.string(), values: z.int() });

export const templateLinkPreview = z.object({
  id: z.int(),
  title: z.string(),
  /** States that don't match the template: linking deletes them with their values. */
  lostStates: z.array(lostState),
  addedStates: z.array(z.string()),
  /** Why the device can't be linked. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type TemplateLinkPreview = z.output<typeof templateLinkPreview>;

/**
 * All devices need the account, connector and driver of the productive version and no template yet. None is linked if
 * one of them can't be.
 */
export const linkDevices = defineRoute({
  method: 'POST',
  path: `${base}/{id}/link`,
  tag: templateTag,
  summary: 'Link devices to a template, which gives them its productive version; `dryRun` shows the effect',
  permission: 'VirtualDevice.write',
  params: z.object({ id: textIdOf('seenDeviceTemplate') }),
  body: z.object({
    ids: z.array(idOf('device')).min(1).max(templateLimits.links),
    dryRun: z.boolean().default(false),
  }),
  response: dataOf(z.object({ devices: z.array(templateLinkPreview), linked: z.int() })),
  errors: [
    'DEVICE_TEMPLATE_NOT_FOUND',
    'VDEVICE_NOT_FOUND',
    'DEVICE_TEMPLATE_NOT_PUBLISHED',
    'DEVICE_TEMPLATE_ALREADY_LINKED',
    'DEVICE_TEMPLATE_OTHER_ACCOUNT',
    'DEVICE_TEMPLATE_OTHER_CONNECTOR',
    'DEVICE_TEMPLATE_OTHER_DRIVER',
    'DEVICE_TEMPLATE_PROPERTY_EMPTY',
    'DEVICE_TEMPLATE_STATE_TAKEN',
    'DTWIN_DELETE_STATES_AGGREGATED',
    'DTWINSTATE_TOO_MANY',
    'PERMISSION_DENIED',
  ],
});

/** The device keeps its states, rules and checks, which can be edited from then on. */
export const unlinkDevice = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/devicetemplate-unlink',
  tag: templateTag,
  summary: 'Unlink a device from its template; it keeps its configuration',
  permission: 'VirtualDevice.write',
  params: deviceParams,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['VDEVICE_NOT_FOUND', 'DEVICE_TEMPLATE_NOT_LINKED'],
});

/** Parts of a device that its template sets: they can't be changed at the device. */
export const templateOfDevice = z.object({
  template: z.object({ id: z.int(), title: z.string() }),
  version: z.int().nullable(),
  state: z.enum(linkStates),
  locked: z.object({
    icon: z.boolean(),
    tags: z.array(z.string()),
    groups: z.array(z.string()),
    requiredProperties: z.array(z.string()),
    stateIds: z.array(z.int()),
    ruleIds: z.array(z.int()),
    healthIdentifiers: z.array(z.string()),
  }),
  abilities: z.object({ open: z.boolean(), unlink: z.boolean() }),
});
export type TemplateOfDevice = z.output<typeof templateOfDevice>;

export const readTemplateOfDevice = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/devicetemplate',
  tag: templateTag,
  summary: 'The template that a device is linked to, and the parts that it locks; null for none',
  permission: readsDevices,
  params: deviceParams,
  response: dataOf(templateOfDevice.nullable()),
  errors: ['VDEVICE_NOT_FOUND'],
});

/** Published templates of the account, connector and driver of a device, to link it to. */
export const listMatchingTemplates = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/devicetemplates',
  tag: templateTag,
  summary: 'The templates that a device can be linked to',
  permission: 'VirtualDevice.write',
  params: deviceParams,
  query: z.object({ search: z.string().trim().max(200).optional() }),
  response: dataOf(z.array(z.object({ id: z.int(), title: z.string(), version: z.int() }))),
  errors: ['VDEVICE_NOT_FOUND'],
});

export const createTemplateDevice = defineRoute({
  method: 'POST',
  path: `${base}/{id}/devices`,
  tag: templateTag,
  wire: deviceWire,
  summary: 'Create a virtual device from the productive version, linked to the template',
  permission: 'VirtualDevice.manage',
  params: z.object({ id: textIdOf('seenDeviceTemplate') }),
  body: newDevice.omit({ connectorId: true, driverId: true, tenantId: true, icon: true }),
  response: dataOf(device),
  status: 201,
  errors: [
    'DEVICE_TEMPLATE_NOT_FOUND',
    'DEVICE_TEMPLATE_NOT_PUBLISHED',
    'DEVICE_TEMPLATE_PROPERTY_EMPTY',
    'BRIDGE_NOT_FOUND',
    'DEVICEDRIVER_NOT_FOUND',
    'DEVICEDRIVER_NOT_PUBLISHED',
    'VDEVICE_NOT_FOUND',
    'DTWIN_NOT_FOUND',
    'VDEVICE_DUPLICATE_EXTERNAL_ID',
    'VDEVICE_INVALID_EUI',
    'VDEVICE_INVALID_HEX_ID',
    'VDEVICE_CONNECTOR_DATA_INVALID',
    'VDEVICE_CONNECTOR_NOT_A_SOURCE',
    'VDEVICE_LIMIT_REACHED',
    'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT',
    'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
    'DTWIN_TOO_DEEP',
    'DTWINSTATE_TOO_MANY',
    'BRIDGE_CONNECTION_FAILED',
    'PERMISSION_DENIED',
  ],
});
