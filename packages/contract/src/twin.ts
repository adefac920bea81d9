import { z } from 'zod';
import { distinctBy } from './core/distinct.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { specListFields } from './core/spec-list.ts';
import { bounds, geoPolygon, latitude, longitude } from './geo.ts';
import { withoutSeparators } from './text.ts';

export const twinTag = 'twins';

export const twinTypes = ['default', 'building', 'sensor', 'room', 'door', 'zone', 'floor', 'trackable'] as const;
export type TwinType = (typeof twinTypes)[number];

/** A virtual device is a twin that takes data from outside. */
export const twinCategories = ['digitalTwin', 'virtualDevice'] as const;
export type TwinCategory = (typeof twinCategories)[number];

/** The worst of its states, its health and the open alarms of its rules; unknown if there is none of them. */
export const statuses = ['unknown', 'ok', 'warning', 'error'] as const;
export type Status = (typeof statuses)[number];

export const responsibilities = ['serviceTechnician', 'responsibleEmployee'] as const;
export type Responsibility = (typeof responsibilities)[number];

export const twinLimits = {
  attachmentBytes: 10_000_000,
  attachments: 20,
  imageBytes: 10_000_000,
  tags: 50,
  keyValues: 200,
  references: 50,
  contacts: 20,
  userRelations: 50,
  /** Maximum number of twins that one call copies or deletes with their subtrees; larger copies run as a job. */
  subtree: 1_000,
  /** Maximum number of twins that a job copies. */
  copiedSubtree: 100_000,
  depth: 30,
} as const;

export const tag = z.string().trim().min(1).max(50).regex(withoutSeparators);
const title = z.string().trim().min(1).max(200);
const namedValue = { name: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(500) };
export const reference = z.object(namedValue);
export const keyValue = z.object({ key: z.string().trim().min(1).max(100), value: z.string().trim().max(2_000) });
export const contact = z.object({
  name: z.string().trim().min(1).max(100),
  role: z.string().trim().max(100).default(''),
  email: z.union([z.literal(''), z.email().max(254)]).default(''),
  phone: z.string().trim().max(50).default(''),
});

/** Writable fields; form and call share them. */
export const twinFields = z.object({
  title,
  description: z.string().trim().max(5_000),
  type: z.enum(twinTypes),
  icon: z.string().trim().max(50),
  tags: z
    .array(tag)
    .max(twinLimits.tags)
    .superRefine(distinctBy((each: string) => each.toLowerCase())),
  /** Coordinates follow the address until they are entered by hand: `isAddressLinked` is then false. */
  address: z.string().trim().max(300),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  isAddressLinked: z.boolean(),
  geoPolygon: geoPolygon.nullable(),
  keyValue: z
    .array(keyValue)
    .max(twinLimits.keyValues)
    .superRefine(distinctBy((each: { key: string }) => each.key.toLowerCase(), 'key')),
  /** Ids by which senders address the twin; several twins may have the same value. */
  references: z
    .array(reference)
    .max(twinLimits.references)
    .superRefine(distinctBy((each: { name: string }) => each.name.toLowerCase(), 'name')),
  floorNumber: z.int().min(-100).max(1_000).nullable(),
  room: z.string().trim().max(100),
  /** Position of the overlay image on the map; for floors. */
  overlayBounds: bounds.nullable(),
  contacts: z.array(contact).max(twinLimits.contacts),
  /** Informative only: they grant no permissions. A pair of user and responsibility occurs once. */
  userRelations: z
    .array(z.object({ userId: idOf('relatedUser'), responsibility: z.enum(responsibilities) }))
    .max(twinLimits.userRelations),
});

const ownFields = twinFields.omit({ userRelations: true });

export const storedFile = z.object({
  id: z.int(),
  name: z.string(),
  sizeBytes: z.int(),
  type: z.string(),
  createdAt: isoTime,
});
export type StoredFileInfo = z.output<typeof storedFile>;

export const twinPlace = z.object({ id: z.int(), title: z.string() });

/** Number of twins below with an error or a warning, as far as the caller may see them; at most a hundred of each. */
export const statusBelow = z.object({ errors: z.int(), warnings: z.int() });
export type StatusBelow = z.output<typeof statusBelow>;
export const countedBelow = 100;

const summary = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(twinTypes),
  category: z.enum(twinCategories),
  icon: z.string(),
  tags: z.array(z.string()),
  status: z.enum(statuses),
  disabled: z.boolean(),
  isFavourite: z.boolean(),
  tenantId: z.int(),
  tenantName: z.string(),
  parentId: z.int().nullable(),
  scopeId: z.int(),
  /** The twin has its own access scope instead of its parent's. */
  ownsScope: z.boolean(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});

export const twinRow = summary.extend({
  /** Top down, only twins that the caller may see. */
  ancestors: z.array(twinPlace),
  stateCount: z.int(),
  below: statusBelow,
  /** Only with `include_properties`. */
  keyValue: z.array(keyValue).optional(),
  /** Only with `include_references`. */
  references: z.array(reference).optional(),
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type TwinRow = z.output<typeof twinRow>;

export const twin = summary.extend({
  ...ownFields.shape,
  address: z.string(),
  contacts: z.array(z.object({ name: z.string(), role: z.string(), email: z.string(), phone: z.string() })),
  userRelations: z.array(z.object({ userId: z.int(), name: z.string(), responsibility: z.enum(responsibilities) })),
  ancestors: z.array(twinPlace),
  childCount: z.int(),
  stateCount: z.int(),
  below: statusBelow,
  /** The first hundred children by title, unless `no_descendents` or `bare`. */
  children: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      type: z.enum(twinTypes),
      status: z.enum(statuses),
      below: statusBelow,
    }),
  ),
  attachments: z.array(storedFile),
  backgroundImage: storedFile.nullable(),
  overlayImage: storedFile.nullable(),
  abilities: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    createScope: z.boolean(),
    share: z.boolean(),
    setValue: z.boolean(),
  }),
});
export type Twin = z.output<typeof twin>;

const sorts = ['title', 'type', 'createdAt', 'updatedAt', 'id'] as const;
export type TwinSort = (typeof sorts)[number];

/** Filter of lists, trees and maps. */
export const twinFilter = z.object({
  search: z.string().trim().max(200).optional(),
  tenantId: textIdOf('account').optional(),
  /** The twin and its subtree. */
  twinId: textIdOf('twin').optional(),
  types: textList(z.enum(twinTypes), twinTypes.length).optional(),
  /** Twins that have all of these tags. */
  tags: textList(tag, 20).optional(),
  disabled: flag.optional(),
  favourites: flag.optional(),
  /** Twins that this user is responsible for. */
  responsibleUserId: textIdOf('relatedUser').optional(),
  category: z.enum(twinCategories).optional(),
});
export type TwinFilter = z.output<typeof twinFilter>;

const twinOrder = z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]);
const twinIncludes = {
  include_properties: flag.optional(),
  include_references: flag.optional(),
  /** The same as `include_references`. */
  include_identifiers: flag.optional(),
};

/** `search` matches title, tags and reference ids; every word must occur; a number also matches the id. */
export const twinListQuery = listQuery.extend({
  ...twinFilter.shape,
  sort: twinOrder.default('title'),
  /** OR: one matching word is enough. */
  search_operator: z.enum(['AND', 'OR']).default('AND'),
  ...twinIncludes,
  ...specListFields({
    sort: twinOrder,
    filters: twinFilter.pick({ types: true, tags: true, disabled: true, favourites: true, category: true }),
    options: z.object(twinIncludes),
  }),
});

export const listTwins = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin',
  tag: twinTag,
  summary: 'Twins of the scopes that the caller may see',
  permission: 'DigitalTwin.list',
  query: twinListQuery,
  response: listOf(twinRow),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'USER_NOT_FOUND', 'SCOPE_NOT_FOUND'],
});

const twinParams = z.object({ id: textIdOf('twin') });

export const readTwin = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}',
  tag: twinTag,
  summary: 'A twin; `bare` leaves out children, files and relations',
  permission: 'DigitalTwin.read',
  params: twinParams,
  query: z.object({ bare: flag.optional(), no_descendents: flag.optional() }),
  response: dataOf(twin),
  errors: ['DTWIN_NOT_FOUND'],
});

const writeErrors = [
  'DTWIN_NOT_FOUND',
  'ACCOUNT_NOT_FOUND',
  'USER_NOT_FOUND',
  'DTWIN_CREATE_DUPLICATE_ENTRY',
  'DTWIN_USER_RELATION_DUPLICATE',
  'DTWIN_POLYGON_CROSSES_ITSELF',
  'DTWIN_TOO_DEEP',
] as const;

/** Position in the tree: below another twin, or at the top of an account. */
export const twinPlacement = z.object({
  parentId: idOf('twin').nullable().optional(),
  tenantId: idOf('account').optional(),
});

export const newTwin = twinFields.partial().extend({ ...twinPlacement.shape, title });

/** Requires DigitalTwin.write in the scope of the parent or account. Titles are unique among siblings. */
export const createTwin = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin',
  tag: twinTag,
  summary: 'Create a twin below another one or at the top of an account',
  permission: 'DigitalTwin.write',
  body: newTwin,
  response: dataOf(twin),
  status: 201,
  errors: [...writeErrors, 'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT'],
});

/** Absent fields stay unchanged; `parentId: null` moves the twin to the top of the account. */
export const twinChange = twinFields.partial().extend({ parentId: idOf('twin').nullable().optional() });

export const updateTwin = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/{id}',
  tag: twinTag,
  summary: 'Change or move a twin; a move needs DigitalTwin.write in both places and stays inside the account',
  permission: 'DigitalTwin.write',
  params: twinParams,
  body: twinChange,
  response: dataOf(twin),
  errors: [
    ...writeErrors,
    'DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED',
    'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT',
    'PERMISSION_DENIED',
  ],
});

/** Also disables its virtual devices. */
export const setTwinDisabled = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/disabled/{flag}',
  tag: twinTag,
  summary: 'Disable or enable a twin with the virtual devices below it',
  permission: 'DigitalTwin.write',
  params: twinParams.extend({ flag }),
  response: dataOf(z.object({ id: z.int(), disabled: z.boolean(), devices: z.int() })),
  errors: ['DTWIN_NOT_FOUND'],
});

export const createTwinScope = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/create-scope',
  tag: twinTag,
  summary: 'Give a twin an access scope of its own, for itself and what lies below it',
  permission: 'DigitalTwin.manage',
  params: twinParams,
  response: dataOf(twin),
  errors: ['DTWIN_NOT_FOUND', 'SCOPE_CREATE_DUPLICATE_ENTRY'],
});

export const twinDependencies = z.object({
  descendants: z.int(),
  devices: z.int(),
  states: z.int(),
  /** States outside of the subtree that are computed from its states: they prevent a deletion. At most a hundred. */
  aggregatedBy: z.array(
    z.object({ stateId: z.int(), stateTitle: z.string(), dtwinId: z.int(), dtwinTitle: z.string() }),
  ),
  aggregatedByCount: z.int(),
  /** Rules that are deleted with the twin, and rules elsewhere that use its states. */
  rules: z.int(),
  usedByRules: z.int(),
  shares: z.int(),
  /** Access scopes that are deleted with the twin, and the roles that users hold there. */
  scopes: z.int(),
  roleAssignments: z.int(),
  isDeletable: z.boolean(),
});
export type TwinDependencies = z.output<typeof twinDependencies>;

export const readTwinDependencies = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/dependencies',
  tag: twinTag,
  summary: 'What hangs on a twin and everything below it',
  permission: 'DigitalTwin.read',
  params: twinParams,
  response: dataOf(twinDependencies),
  errors: ['DTWIN_NOT_FOUND'],
});

export const deleteTwin = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/{id}',
  tag: twinTag,
  summary: 'Delete a twin with everything below it; needs DigitalTwin.manage there too',
  permission: 'DigitalTwin.manage',
  params: twinParams,
  response: dataOf(z.object({ deleted: z.int() })),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_DELETE_HAS_DEVICES',
    'DTWIN_DELETE_STATES_AGGREGATED',
    'DTWIN_SUBTREE_TOO_LARGE',
    'PERMISSION_DENIED',
  ],
});

/** Users that can be assigned to twins: users of the accounts in which the caller may edit twins. */
export const listRelatedUsers = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/related-users',
  tag: twinTag,
  summary: 'Users of the twin’s account to choose from, by name; at most fifty',
  permission: 'DigitalTwin.write',
  params: twinParams,
  query: z.object({ search: z.string().trim().max(100).optional() }),
  response: dataOf(z.array(z.object({ id: z.int(), name: z.string(), email: z.string() }))),
  errors: ['DTWIN_NOT_FOUND'],
});

/** Number of uses in the scopes that the caller may see, most frequent first; at most 500 tags. */
export const listTagsZones = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/tags-zones',
  tag: twinTag,
  summary: 'Tags in use and twins of type zone, to choose from',
  permission: 'DigitalTwin.list',
  query: z.object({ tenantId: textIdOf('account').optional(), search: z.string().trim().max(100).optional() }),
  response: dataOf(
    z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })), zones: z.array(twinPlace) }),
  ),
  errors: ['ACCOUNT_NOT_FOUND'],
});
