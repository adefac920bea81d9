import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { specListFields } from './core/spec-list.ts';
import type { WireNames } from './core/wire.ts';
import { healthCategories, healthEntry, healthSeverities } from './health.ts';
import { withoutSeparators } from './text.ts';
import { listTagsZones, responsibilities, statuses, tag, twinDependencies, twinFields, twinPlace } from './twin.ts';

export const deviceTag = 'devices';
export const readsDevices = anyOf('VirtualDevice.read', 'VirtualDevice.manage');

/** The specification's names; `referenceId` is the reference id that values are routed to. */
export const deviceWire: WireNames = {
  fields: {
    externalId: 'deviceId',
    connector: 'bridge',
    connectorId: 'bridgeId',
    driver: 'deviceDriver',
    driverId: 'deviceDriverId',
    driverVersion: 'deviceDriverVersion',
    targetReference: 'referenceId',
  },
  columns: ['sort', 'order_by'],
};

/** Sent as numbers 0 to 5 in events. The first packet sets devices in transit or ready to in operation. */
export const operationalStatuses = [
  'unset',
  'inTransit',
  'readyForOperation',
  'inOperation',
  'temporarilyInactive',
  'decommissioned',
] as const;
export type OperationalStatus = (typeof operationalStatuses)[number];

/**
 * Unknown: no packet yet and no check with a result. Invalid: a check itself fails, and the others report no problem, so
 * that nobody can say how the device is. Alarms and the status of the twin treat it as a warning.
 */
export const healths = ['unknown', 'ok', 'warning', 'error', 'invalid'] as const;
export type Health = (typeof healths)[number];

export const group = z.string().trim().min(1).max(50).regex(withoutSeparators);

/** The id of the object in the other system, unique in its connector. EUIs are kept in upper case. */
export const externalId = z.string().trim().min(1).max(200);

export const deviceFields = twinFields.omit({ type: true, overlayBounds: true }).extend({
  externalId,
  operationalStatus: z.enum(operationalStatuses),
  groups: z.array(group).max(50),
  /** Further data, validated by the schema of the connector's kind. */
  connectorData: z.record(z.string().max(50), z.json()),
  /** Values are routed to the states with the same key of all twins with this reference id. */
  targetReference: z.object({ name: z.string().max(100), value: z.string().max(500) }).nullable(),
});

export const healthProblem = z.object({
  identifier: z.string(),
  category: z.enum(healthCategories),
  severity: z.enum(healthSeverities),
  message: z.string(),
  since: isoTime,
  isIgnored: z.boolean(),
});
export type HealthProblem = z.output<typeof healthProblem>;

const summary = z.object({
  id: z.int(),
  title: z.string(),
  externalId: z.string(),
  operationalStatus: z.enum(operationalStatuses),
  health: z.enum(healths),
  /** The worst of its health, its data states and the open alarms of its rules. */
  status: z.enum(statuses),
  disabled: z.boolean(),
  isFavourite: z.boolean(),
  tags: z.array(z.string()),
  groups: z.array(z.string()),
  lastSeenAt: isoTime.nullable(),
  connector: z.object({ id: z.int(), name: z.string(), type: z.string() }),
  driver: z.object({ id: z.int(), title: z.string(), version: z.int().nullable() }).nullable(),
  tenantId: z.int(),
  tenantName: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The closest floor and zone above the device, of those that the caller may see. */
  floorDtwin: z.object({ name: z.string(), number: z.int().nullable() }).nullable(),
  zone: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});

export const deviceRow = summary.extend({
  ancestors: z.array(twinPlace),
  /** Only with `include_identifiers`. */
  references: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** Only with `include_properties`. */
  keyValue: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type DeviceRow = z.output<typeof deviceRow>;

const sorts = ['title', 'externalId', 'health', 'lastSeenAt', 'createdAt', 'updatedAt', 'operationalStatus'] as const;
export type DeviceSort = (typeof sorts)[number];

export const deviceFilterErrors = [
  'ACCOUNT_NOT_FOUND',
  'DTWIN_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'DEVICEDRIVER_NOT_FOUND',
] as const;

/** Filter of lists, maps and statistics. */
export const deviceFilter = z.object({
  tenantId: textIdOf('account').optional(),
  /** Devices below this twin. */
  twinId: textIdOf('twin').optional(),
  connectorId: textIdOf('connectorChoice').optional(),
  driverId: textIdOf('driver').optional(),
  health: textList(z.enum(healths), healths.length).optional(),
  operationalStatus: textList(z.enum(operationalStatuses), operationalStatuses.length).optional(),
  tags: textList(tag, 20).optional(),
  groups: textList(group, 20).optional(),
  disabled: flag.optional(),
  favourites: flag.optional(),
  /** Devices without a packet since then, or without any. */
  silentSince: isoTime.optional(),
  search: z.string().trim().max(200).optional(),
  /**
   * Words match anywhere and ignore case. A text in double quotes must equal a whole title, external id, tag, group,
   * reference value or property value. OR: one match is enough.
   */
  search_operator: z.enum(['AND', 'OR']).default('AND'),
});
export type DeviceFilter = z.output<typeof deviceFilter>;

const deviceOrder = z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]);
const deviceIncludes = {
  include_identifiers: flag.optional(),
  include_properties: flag.optional(),
  /** Rows always contain the driver. */
  include_drivers: flag.optional(),
};

/** For lists, maps and alarms: devices of a smart group, in addition to the other filters. */
export const inSmartGroup = { smartGroupId: textIdOf('smartGroup').optional() };

export const deviceListQuery = listQuery.extend({
  ...deviceFilter.shape,
  ...inSmartGroup,
  sort: deviceOrder.default('title'),
  ...deviceIncludes,
  ...specListFields({
    sort: deviceOrder,
    filters: deviceFilter.pick({
      health: true,
      operationalStatus: true,
      tags: true,
      groups: true,
      disabled: true,
      favourites: true,
      silentSince: true,
    }),
    options: z.object(deviceIncludes),
  }),
});
export const deviceListErrors = [
  ...deviceFilterErrors,
  'SMART_GROUP_NOT_FOUND',
  'USER_NOT_FOUND',
  'SCOPE_NOT_FOUND',
] as const;

export const listDevices = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Virtual devices; `search` looks at title, external id, tags, groups, references and properties',
  permission: readsDevices,
  query: deviceListQuery,
  response: listOf(deviceRow),
  errors: deviceListErrors,
});

export const device = summary.extend({
  description: z.string(),
  icon: z.string(),
  parentId: z.int().nullable(),
  scopeId: z.int(),
  ownsScope: z.boolean(),
  isAddressLinked: z.boolean(),
  geoPolygon: twinFields.shape.geoPolygon,
  keyValue: z.array(z.object({ key: z.string(), value: z.string() })),
  references: z.array(z.object({ name: z.string(), value: z.string() })),
  floorNumber: z.int().nullable(),
  room: z.string(),
  contacts: twinFields.shape.contacts,
  userRelations: z.array(z.object({ userId: z.int(), name: z.string(), responsibility: z.enum(responsibilities) })),
  ancestors: z.array(twinPlace),
  connectorData: z.record(z.string(), z.unknown()),
  targetReference: deviceFields.shape.targetReference,
  stateCount: z.int(),
  problems: z.array(healthProblem),
  /** The device's own checks, in addition to the driver's. */
  healthConfig: z.array(healthEntry),
  /** The device follows the newest version of its driver. */
  followsDriver: z.boolean(),
  hasNewerDriverVersion: z.boolean(),
  packets24h: z.int(),
  abilities: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    deleteRemotely: z.boolean(),
    sendDownlink: z.boolean(),
    setValue: z.boolean(),
  }),
});
export type Device = z.output<typeof device>;

const params = z.object({ id: textIdOf('device') });
const writeErrors = [
  'VDEVICE_NOT_FOUND',
  'DTWIN_NOT_FOUND',
  'ACCOUNT_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'DEVICEDRIVER_NOT_FOUND',
  'VDEVICE_DUPLICATE_EXTERNAL_ID',
  'VDEVICE_INVALID_EUI',
  'VDEVICE_INVALID_HEX_ID',
  'VDEVICE_CONNECTOR_DATA_INVALID',
  'VDEVICE_CONNECTOR_NOT_A_SOURCE',
  'DEVICEDRIVER_NOT_PUBLISHED',
  'DTWIN_USER_RELATION_DUPLICATE',
  'DTWIN_POLYGON_CROSSES_ITSELF',
  'DTWIN_TOO_DEEP',
  'DTWINSTATE_TOO_MANY',
  'BRIDGE_CONNECTION_FAILED',
  'PERMISSION_DENIED',
] as const;

export const readDevice = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'A virtual device',
  permission: readsDevices,
  params,
  response: dataOf(device),
  errors: ['VDEVICE_NOT_FOUND'],
});

const place = {
  parentId: idOf('twin').nullable().optional(),
  tenantId: idOf('account').optional(),
};

/**
 * States are created from the target variables of the driver's newest published version, plus `_raw`. Connector and
 * driver must belong to the device's account or one above it; drivers visible to everyone may belong to any.
 */
export const newDevice = deviceFields.partial().extend({
  ...place,
  title: deviceFields.shape.title,
  externalId,
  connectorId: idOf('connectorChoice'),
  driverId: idOf('driver').nullable().default(null),
  /** Only links a device that already exists in the other system; connectors that can't create devices always do so. */
  isDeviceImport: z.boolean().default(true),
});

export const createDevice = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Create a virtual device',
  permission: 'VirtualDevice.manage',
  body: newDevice,
  response: dataOf(device),
  status: 201,
  errors: [...writeErrors, 'VDEVICE_LIMIT_REACHED', 'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT'],
});

export const updateDevice = defineRoute({
  method: 'PUT',
  path: '/api/v1/virtualdevice/{id}',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Change a virtual device; another driver removes connector states that it does not know, except _raw',
  permission: 'VirtualDevice.write',
  params,
  body: deviceFields.partial().extend({
    parentId: place.parentId,
    connectorId: idOf('connectorChoice').optional(),
    driverId: idOf('driver').nullable().optional(),
    /** A version of the driver; null follows the newest version. */
    driverVersion: z.int().positive().nullable().optional(),
    healthConfig: z.array(healthEntry).max(50).optional(),
  }),
  response: dataOf(device),
  errors: [
    ...writeErrors,
    'VDEVICE_LIMIT_REACHED',
    'DEVICE_TEMPLATE_FIELD_LOCKED',
    'VDEVICE_NO_DRIVER',
    'SCRIPT_ERROR',
    'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
    'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT',
    'DTWIN_DELETE_STATES_AGGREGATED',
  ],
});

/**
 * `packets` counts the packets still stored; they stay in the connector's log. `devices` counts the devices below this
 * one.
 */
export const deviceDependencies = twinDependencies.extend({ packets: z.int() });

export const readDeviceDependencies = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/dependencies',
  tag: deviceTag,
  summary: 'What hangs on a virtual device',
  permission: readsDevices,
  params,
  response: dataOf(deviceDependencies),
  errors: ['VDEVICE_NOT_FOUND'],
});

/** `delete_remotely` only has an effect if the connector manages devices of the other system. */
export const deleteDevice = defineRoute({
  method: 'DELETE',
  path: '/api/v1/virtualdevice/{id}',
  tag: deviceTag,
  summary: 'Delete a virtual device with its values, on demand also in the other system',
  permission: 'VirtualDevice.manage',
  params,
  query: z.object({ delete_remotely: flag.optional() }),
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [
    'VDEVICE_NOT_FOUND',
    'DTWIN_DELETE_STATES_AGGREGATED',
    'DTWIN_DELETE_HAS_DEVICES',
    'DTWIN_SUBTREE_TOO_LARGE',
    'BRIDGE_CONNECTION_FAILED',
    'PERMISSION_DENIED',
  ],
});

export const setDeviceDisabled = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/disabled/{flag}',
  tag: deviceTag,
  summary: 'Disable or enable a virtual device; packets of a disabled one stay in the connector’s log',
  permission: 'VirtualDevice.write',
  params: params.extend({ flag }),
  response: dataOf(z.object({ id: z.int(), disabled: z.boolean() })),
  errors: ['VDEVICE_NOT_FOUND'],
});

export const listGroups = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/groups',
  tag: deviceTag,
  summary: 'Groups in use, to choose from',
  permission: readsDevices,
  query: z.object({ tenantId: textIdOf('account').optional(), search: z.string().trim().max(100).optional() }),
  response: dataOf(z.array(z.object({ group: z.string(), count: z.int() }))),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const listDeviceTagsAndZones = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/tags-zones',
  tag: deviceTag,
  summary: 'Tags of virtual devices and the zones they lie in, to choose from',
  permission: readsDevices,
  query: listTagsZones.query,
  response: listTagsZones.response,
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const listDevicesByConnectorType = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/fetchByBridgeType/{type}',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Virtual devices of all connectors of a type',
  permission: readsDevices,
  params: z.object({ type: z.string().max(50) }),
  query: deviceListQuery,
  response: listOf(deviceRow),
  errors: deviceListErrors,
});

/** Adds missing states of target variables; also reads name and data if the connector manages devices. */
export const synchroniseDevice = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/synchronize/',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Make states and remote data of a virtual device fit its driver and its connector',
  permission: 'VirtualDevice.write',
  params,
  response: dataOf(z.object({ device, addedStates: z.array(z.string()) })),
  errors: ['VDEVICE_NOT_FOUND', 'DTWINSTATE_TOO_MANY', 'BRIDGE_CONNECTION_FAILED'],
});

/**
 * Creates states for variables of the driver that have none; variables that already have a state are not in `added`.
 */
export const addVariableAsState = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/states-from-variables',
  tag: deviceTag,
  summary: 'Add states for variables of the driver',
  permission: 'VirtualDevice.write',
  params,
  body: z.object({ variables: z.array(z.string().trim().min(1).max(200)).min(1).max(100) }),
  response: dataOf(z.object({ added: z.array(z.string()) })),
  status: 201,
  errors: ['VDEVICE_NOT_FOUND', 'DTWINSTATE_TOO_MANY', 'DEVICE_TEMPLATE_FIELD_LOCKED'],
});

export const routingDevice = z.object({
  id: z.int(),
  title: z.string(),
  externalId: z.string(),
  disabled: z.boolean(),
  /** The reference id of the twin that the device names. */
  targetReference: z.object({ name: z.string(), value: z.string() }),
  /** Keys of the data states on the twin that take values of this device. */
  keys: z.array(z.string()),
});
export type RoutingDevice = z.output<typeof routingDevice>;

/** Only devices that the caller may see; at most 200, by title. */
export const listRoutingDevices = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/routing-devices',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Virtual devices whose values are routed to a twin',
  permission: 'DigitalTwin.read',
  params: z.object({ id: textIdOf('twin') }),
  response: dataOf(z.array(routingDevice)),
  errors: ['DTWIN_NOT_FOUND'],
});
