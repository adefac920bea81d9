import { z } from 'zod';
import { distinctBy } from './core/distinct.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf, textNumber } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute, raw } from './core/route.ts';
import type { WireNames } from './core/wire.ts';
import { healthEntry } from './health.ts';
import { isPayload, payloadEncoding } from './payload-encoding.ts';
import { valueTypes } from './state.ts';
import { storedFile } from './twin.ts';

export const driverTag = 'drivers';
export const readsDrivers = anyOf('DeviceDriver.read', 'DeviceDriver.manage');

export const driverWire: WireNames = { fields: { maps: 'niota_maps' }, columns: [] };

export const parserTypes = ['none', 'javascript', 'single', 'multi', 'url', 'elixir'] as const;
export type ParserType = (typeof parserTypes)[number];

const variableName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_.]+$/);

/** A field of a binary payload, read from left to right. Floats have 16, 32 or 64 bits. */
export const parserField = z
  .object({
    name: variableName,
    bits: z.int().min(1).max(2_048),
    type: z.enum(['uint', 'int', 'float', 'bool', 'string', 'skip']),
    endian: z.enum(['big', 'little']).default('big'),
    factor: z.number().default(1),
    offset: z.number().default(0),
    unit: z.string().trim().max(30).default(''),
  })
  .refine(({ type, bits }) => type !== 'float' || [16, 32, 64].includes(bits), { path: ['bits'] })
  .refine(({ type, bits }) => (type !== 'uint' && type !== 'int') || bits <= 64, { path: ['bits'] });
export type ParserField = z.output<typeof parserField>;

/** The first matching case wins. */
export const parserCase = z.object({
  match: z.object({
    port: z.int().min(0).max(255).optional(),
    firstByte: z.int().min(0).max(255).optional(),
    lengthBytes: z.int().min(0).max(10_000).optional(),
  }),
  fields: z.array(parserField).max(200),
});

/** Published codecs with tables have up to 320,000 characters. */
export const driverLimits = {
  scriptLength: 1_048_576,
  bodyBytes: 8_388_608,
  /** Length of the JSON text. */
  mapsLength: 100_000,
  /** New versions in one call. */
  versions: 20,
} as const;
const script = z.string().max(driverLimits.scriptLength);

export const parser = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  /**
   * The first of these functions is called:
   * 1. `decodeUplink({ bytes, fPort, recvTime, variables })`, as used by the LoRa Alliance;
   * 2. `Decode(fPort, bytes, variables)`;
   * 3. `Decoder(bytes, fPort)`;
   * 4. `module.exports = (payload, meta) => …`.
   * The first three are looked up as a property of `module.exports`, as a declaration, in `driver`, and as
   * `module.exports` itself if it has that name.
   */
  z.object({ type: z.literal('javascript'), script }),
  z.object({ type: z.literal('single'), fields: z.array(parserField).max(200) }),
  z.object({ type: z.literal('multi'), cases: z.array(parserCase).max(50) }),
  z.object({ type: z.literal('url'), url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  /** Stored and displayed, but not run: its runtime does not exist yet. */
  z.object({ type: z.literal('elixir'), script }),
]);
export type Parser = z.output<typeof parser>;

/**
 * A variable of the parser's result; a new device with this driver gets one state for each. `expression` recomputes it.
 */
export const targetVariable = z.object({
  name: variableName,
  title: z.string().trim().max(200).default(''),
  valueType: z.enum(valueTypes).default('number'),
  unit: z.string().trim().max(30).default(''),
  /** JavaScript over the parsed variables, `v.name`; empty: the parsed value itself. */
  expression: z.string().max(10_000).default(''),
});
export type TargetVariable = z.output<typeof targetVariable>;

export const driverDownlink = z
  .object({
    name: z.string().trim().min(1).max(100),
    port: z.int().min(1).max(223).default(1),
    payload: z.string().max(2_000),
    encoding: payloadEncoding.default('base16'),
    confirmed: z.boolean().default(false),
    gatewayIds: z.array(z.string().max(100)).max(20).default([]),
  })
  .refine(({ payload, encoding }) => isPayload(payload, encoding), { path: ['payload'] });
export type DriverDownlink = z.output<typeof driverDownlink>;

/** A published version never changes; devices are bound to one. */
export const versionFields = z.object({
  parser,
  variables: z
    .array(targetVariable)
    .max(500)
    .superRefine(distinctBy((each: { name: string }) => each.name, 'name')),
  health: z
    .array(healthEntry)
    .max(50)
    .superRefine(distinctBy((each: { identifier: string }) => each.identifier, 'identifier')),
  downlinks: z
    .array(driverDownlink)
    .max(100)
    .superRefine(distinctBy((each: { name: string }) => each.name, 'name')),
  notes: z.string().trim().max(5_000),
});

export const technicalFields = [
  'manufacturerDeviceName',
  'model',
  'configuration',
  'connectivity',
  'frequency',
  'txPower',
  'txDistance',
  'powerSupply',
  'operatingTemperature',
  'security',
  'mounting',
  'dimensions',
  'weight',
  'standard',
  'battery',
  'batteryLife',
  'firmware',
  'precision',
  'installationHeight',
  'usage',
  'other',
] as const;
const technical = z.partialRecord(z.enum(technicalFields), z.string().trim().max(1_000));

const fields = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(10_000),
  visibility: z.enum(['account', 'everyone']),
  manufacturer: z.string().trim().max(200),
  highlights: z.string().trim().max(5_000),
  installationNotes: z.string().trim().max(10_000),
  properties: technical,
  /** Data of other programs about the device model: stored and returned without a meaning here. */
  maps: z
    .json()
    .refine((value) => JSON.stringify(value).length <= driverLimits.mapsLength)
    .nullable(),
});

export const driverVersion = versionFields.extend({
  id: z.int(),
  number: z.int(),
  /** Null for the draft. */
  publishedAt: isoTime.nullable(),
  publishedBy: z.string().nullable(),
  deviceCount: z.int(),
});
export type DriverVersion = z.output<typeof driverVersion>;

export const driverRow = z.object({
  id: z.int(),
  title: z.string(),
  manufacturer: z.string(),
  description: z.string(),
  visibility: z.enum(['account', 'everyone']),
  accountId: z.int(),
  accountName: z.string(),
  parserType: z.enum(parserTypes),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  deviceCount: z.int(),
  hasImage: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type DriverRow = z.output<typeof driverRow>;

export const driver = driverRow.extend({
  ...fields.omit({ title: true, description: true, visibility: true, manufacturer: true }).shape,
  image: storedFile.nullable(),
  attachments: z.array(storedFile),
  draft: driverVersion.nullable(),
  /** Newest first, without their contents. */
  versions: z.array(
    driverVersion.pick({
      id: true,
      number: true,
      publishedAt: true,
      publishedBy: true,
      deviceCount: true,
      notes: true,
    }),
  ),
});
export type Driver = z.output<typeof driver>;

const sorts = ['title', 'manufacturer', 'createdAt', 'updatedAt'] as const;
export type DriverSort = (typeof sorts)[number];
export const driverListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('title'),
  tenantId: textIdOf('account').optional(),
  /** Those that devices of this account may have: its own, those of the accounts above, and those for everyone. */
  usableIn: textIdOf('account').optional(),
  visibility: z.enum(['account', 'everyone']).optional(),
  parserType: z.enum(parserTypes).optional(),
});

/** Drivers of the accounts that the caller may see, and drivers visible to everyone. */
export const listDrivers = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/list',
  tag: driverTag,
  summary: 'Drivers; `search` looks at title, manufacturer and description',
  permission: readsDrivers,
  query: driverListQuery,
  response: listOf(driverRow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('driver') });
const ownParams = z.object({ id: textIdOf('ownDriver') });

export const readDriver = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/{id}',
  tag: driverTag,
  wire: driverWire,
  summary: 'A driver with its draft and the list of its versions',
  permission: readsDrivers,
  params,
  response: dataOf(driver),
  errors: ['DEVICEDRIVER_NOT_FOUND'],
});

export const readDriverVersion = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/{id}/versions/{number}',
  tag: driverTag,
  summary: 'A version of a driver',
  permission: readsDrivers,
  params: params.extend({ number: textNumber }),
  response: dataOf(driverVersion),
  errors: ['DEVICEDRIVER_NOT_FOUND'],
});

/** A version to publish: fields that are left out are empty. */
const newVersion = versionFields.partial().extend({ parser });

/** An entry with the `number` of a published version leaves it as it is; one without is published as the next one. */
const givenVersion = z.union([z.object({ number: z.int().positive() }), newVersion]);

/** The picture in base64, also as a data URL; null removes it. Larger ones are uploaded to `/image`. */
const givenImage = z
  .string()
  .max(7_000_000)
  .regex(/^(data:image\/[a-z]+;base64,)?[A-Za-z0-9+/]+={0,2}$/)
  .nullable();

/** A script that does not compile is refused; names that differ only in case need `acceptCase`. */
const writeErrors = [
  'SCRIPT_ERROR',
  'DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE',
  'FILE_TOO_LARGE',
  'FILE_TYPE_NOT_ALLOWED',
  'FILE_IMAGE_TOO_LARGE',
  'FILE_IMAGE_UNREADABLE',
] as const;

/**
 * `versions` are published in their order as 1, 2, …; the driver then only has a draft if `draft` is given, too. Without
 * versions it begins with a draft.
 */
export const createDriver = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers',
  tag: driverTag,
  wire: driverWire,
  summary: 'Create a driver, with published versions or with a draft',
  permission: 'DeviceDriver.manage',
  body: fields.partial().extend({
    title: fields.shape.title,
    accountId: idOf('account'),
    draft: versionFields.partial().optional(),
    versions: z.array(newVersion).max(driverLimits.versions).optional(),
    image: givenImage.optional(),
    acceptCase: z.boolean().default(false),
  }),
  bodyLimitBytes: driverLimits.bodyBytes,
  // Re-encoding an image may take long and must not hold a database connection.
  transaction: 'own',
  response: dataOf(driver),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'PERMISSION_DENIED', ...writeErrors],
});

/**
 * `draft` creates a draft from the newest version if there is none, and changes the given parts of it. Versions that
 * `versions` adds must pass all tests; devices that follow the newest version get the last of them.
 */
export const updateDriver = defineRoute({
  method: 'PUT',
  path: '/api/v1/devicedrivers/{id}',
  tag: driverTag,
  wire: driverWire,
  summary: 'Change a driver or its draft; published versions stay as they are',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  body: fields.partial().extend({
    draft: versionFields.partial().optional(),
    versions: z
      .array(givenVersion)
      .max(1_000)
      .refine((given) => given.filter((version) => !('number' in version)).length <= driverLimits.versions)
      .optional(),
    image: givenImage.optional(),
    acceptCase: z.boolean().default(false),
  }),
  bodyLimitBytes: driverLimits.bodyBytes,
  transaction: 'own',
  response: dataOf(driver),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_VISIBILITY_IN_USE', 'DEVICEDRIVER_TESTS_FAILED', ...writeErrors],
});

export const deleteDriver = defineRoute({
  method: 'DELETE',
  path: '/api/v1/devicedrivers/{id}',
  tag: driverTag,
  summary: 'Delete a driver; refused while virtual devices are linked',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_IN_USE'],
});

/** All tests of the draft must pass. `updateDevices` binds the devices that follow the newest version to it. */
export const publishDriver = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/publish',
  tag: driverTag,
  wire: driverWire,
  summary: 'Publish the draft as the next version',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  body: z.object({ updateDevices: z.boolean().default(true) }),
  response: dataOf(z.object({ driver, devices: z.int() })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_NO_DRAFT', 'DEVICEDRIVER_TESTS_FAILED'],
});

export const discardDraft = defineRoute({
  method: 'DELETE',
  path: '/api/v1/devicedrivers/{id}/draft',
  tag: driverTag,
  wire: driverWire,
  summary: 'Throw the draft away',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  response: dataOf(driver),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_NO_DRAFT'],
});

const imageParams = ownParams;
export const uploadDriverImage = defineRoute({
  method: 'PUT',
  path: '/api/v1/devicedrivers/{id}/image',
  tag: driverTag,
  summary: 'Set the picture of the device (field `file`; PNG, JPEG, WebP or GIF)',
  permission: 'DeviceDriver.manage',
  params: imageParams,
  multipart: true,
  bodyLimitBytes: 10_100_000,
  // Re-encoding an image may take long and must not hold a database connection.
  transaction: 'own',
  response: dataOf(storedFile),
  errors: [
    'DEVICEDRIVER_NOT_FOUND',
    'FILE_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_IMAGE_TOO_LARGE',
    'FILE_IMAGE_UNREADABLE',
  ],
});

export const readDriverImage = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/{id}/image',
  tag: driverTag,
  summary: 'The picture of the device',
  permission: readsDrivers,
  params,
  response: raw('image/*'),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_IMAGE_TOO_LARGE', 'FILE_IMAGE_UNREADABLE'],
});

export const deleteDriverImage = defineRoute({
  method: 'DELETE',
  path: '/api/v1/devicedrivers/{id}/image',
  tag: driverTag,
  summary: 'Remove the picture of the device',
  permission: 'DeviceDriver.manage',
  params: imageParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'FILE_NOT_FOUND'],
});

/** An attachment with the name of an existing one replaces it. */
export const uploadDriverAttachment = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/attachments',
  tag: driverTag,
  summary: 'Attach a file of at most 10 MB (field `file`); at most twenty',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  multipart: true,
  bodyLimitBytes: 10_100_000,
  response: dataOf(storedFile),
  status: 201,
  errors: ['DEVICEDRIVER_NOT_FOUND', 'FILE_TOO_LARGE', 'DEVICEDRIVER_TOO_MANY_ATTACHMENTS'],
});

export const readDriverAttachment = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/{id}/attachments/{name}',
  tag: driverTag,
  summary: 'Download an attachment',
  permission: readsDrivers,
  params: params.extend({ name: z.string().max(300) }),
  response: raw('application/octet-stream'),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'FILE_NOT_FOUND'],
});

export const deleteDriverAttachment = defineRoute({
  method: 'DELETE',
  path: '/api/v1/devicedrivers/{id}/attachments/{name}',
  tag: driverTag,
  summary: 'Remove an attachment',
  permission: 'DeviceDriver.manage',
  params: ownParams.extend({ name: z.string().max(300) }),
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'FILE_NOT_FOUND'],
});
