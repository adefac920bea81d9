import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { sourceConfig, stateSources } from './state-source.ts';
import { reference, statuses, twinCategories, twinTypes } from './twin.ts';
import { visualisationRanges } from './visualisation-range.ts';

export const stateTag = 'states';

export const valueTypes = ['number', 'string', 'boolean', 'json', 'null'] as const;
export type ValueType = (typeof valueTypes)[number];

export const stateLayouts = ['auto', 'boolean', 'range', 'gps', 'number', 'hidden'] as const;
export const visualisations = [
  'none',
  'odometer',
  'doughnut',
  'battery',
  'gauge',
  'map',
  'alarmTable',
  'lineChart',
  'hidden',
  'button',
] as const;
export type Visualisation = (typeof visualisations)[number];

/** Maximum size of any value, encoded as JSON text. */
export const maxValueBytes = 65_536;
export const maxStatesPerTwin = 500;
/** Values further in the future are refused, or at least never become the newest. */
export const maxClockSkewMs = 300_000;
/** Clocks that were never set start in 1970; values before this time are not real measurements. */
export const earliestValueAt = Date.UTC(2000, 0, 1);

export const stateKey = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_]{0,63}$/);

/** JSON without NaN and infinite numbers; the size is checked when values are applied. */
export const stateValue = z.json();

export const maxThresholds = 20;
export const bandStatus = ['ok', 'warning', 'error'] as const;
export type BandStatus = (typeof bandStatus)[number];

export const visualisation = z
  .object({
    component: z.enum(visualisations).default('none'),
    /** Digits before the decimal point of an odometer. */
    minimumLength: z.int().min(1).max(20).default(6),
    decimals: z.int().min(0).max(10).nullable().default(null),
    minimum: z.number().default(0),
    maximum: z.number().default(100),
    /** Ascending, strictly between minimum and maximum. They also determine the state's status, see `bandStatuses`. */
    thresholds: z.array(z.number()).max(maxThresholds).default([]),
    /** Statuses of the bands around the thresholds from the lowest on; empty: by `direction`. */
    statuses: z
      .array(z.enum(bandStatus))
      .max(maxThresholds + 1)
      .default([]),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    timeRange: z.enum(visualisationRanges).default('24h'),
    /** The value that a button writes into its state; `confirm` asks first. */
    buttonValue: stateValue.default(1),
    buttonLabel: z.string().trim().max(50).default(''),
    confirm: z.boolean().default(true),
    /** A button with a command sends it through the connector instead of writing the value. */
    outbound: z
      .object({ connectorId: idOf('connectorChoice'), command: z.json() })
      .nullable()
      .default(null),
    /** Map and alarm table have no options: they use data of the twin. */
  })
  .superRefine(({ minimum, maximum, thresholds, statuses }, ctx) => {
    if (minimum >= maximum) ctx.addIssue({ code: 'custom', path: ['maximum'] });
    const isInside = thresholds.every((value) => value > minimum && value < maximum);
    const isAscending = thresholds.every((value, index) => index === 0 || value > (thresholds[index - 1] ?? value));
    if (!isInside || !isAscending) ctx.addIssue({ code: 'custom', path: ['thresholds'] });
    const isComplete = statuses.length === 0 || statuses.length === thresholds.length + 1;
    if (!isComplete) ctx.addIssue({ code: 'custom', path: ['statuses'] });
  });
export type VisualisationOptions = z.output<typeof visualisation>;
export type Bands = Pick<VisualisationOptions, 'thresholds' | 'direction'> &
  Partial<Pick<VisualisationOptions, 'statuses'>>;

/**
 * The status of each band between the thresholds, from the lowest on. Without statuses of their own, `ascending` gives
 * ok below the first threshold, error from the last on, and warning between; `descending` the other way round.
 * Visualisations stored before statuses existed lack them.
 */
export function bandStatuses({ thresholds, direction, statuses }: Bands): readonly BandStatus[] {
  if (thresholds.length === 0) return [];
  if (statuses?.length === thresholds.length + 1) return statuses;
  const between = Array.from({ length: thresholds.length - 1 }, () => 'warning' as const);
  return direction === 'ascending' ? ['ok', ...between, 'error'] : ['error', ...between, 'ok'];
}

/** The status of a number; a value at a threshold belongs to the band above. Undefined without thresholds. */
export const statusAmong = (value: number, bands: Bands): BandStatus | undefined =>
  bandStatuses(bands)[bands.thresholds.filter((threshold) => value >= threshold).length];

const boundsInOrder = ({ lowerBound, upperBound }: { lowerBound?: number | null; upperBound?: number | null }) =>
  lowerBound == null || upperBound == null || lowerBound < upperBound;

const fields = z.object({
  title: z.string().trim().min(1).max(200),
  unit: z.string().trim().max(30).default(''),
  icon: z.string().trim().max(50).default(''),
  valueType: z.enum(valueTypes).default('number'),
  /** A number out of bounds is stored with status error. */
  lowerBound: z.number().nullable().default(null),
  upperBound: z.number().nullable().default(null),
  /**
   * Body of a JavaScript function that gets `value` and returns the value to store. For an aggregate, `value` is the
   * array of source values and `states` describes them. Not applied to values set by hand.
   */
  transformer: z.string().max(65_536).default(''),
  layout: z.enum(stateLayouts).default('auto'),
  visualisation: visualisation.prefault({}),
  /** A finite number in range moves the twin. For keys that begin with lat or lon, the form only suggests the link. */
  geoLink: z.enum(['latitude', 'longitude']).nullable().default(null),
  /** After this time without a value the state counts as stale. */
  validSeconds: z.int().min(1).max(31_536_000).nullable().default(null),
  config: sourceConfig,
});

export const newState = fields.extend({ key: stateKey }).refine(boundsInOrder, { path: ['upperBound'] });
export type NewState = z.output<typeof newState>;

/** Absent fields stay unchanged; the key can't be changed. */
export const stateChange = z
  .object({
    title: fields.shape.title,
    unit: fields.shape.unit.unwrap(),
    icon: fields.shape.icon.unwrap(),
    valueType: fields.shape.valueType.unwrap(),
    lowerBound: fields.shape.lowerBound.unwrap(),
    upperBound: fields.shape.upperBound.unwrap(),
    transformer: fields.shape.transformer.unwrap(),
    layout: fields.shape.layout.unwrap(),
    visualisation,
    geoLink: fields.shape.geoLink.unwrap(),
    validSeconds: fields.shape.validSeconds.unwrap(),
    config: sourceConfig,
  })
  .partial()
  .refine(boundsInOrder, { path: ['upperBound'] });

/** The newest value by its own time, not by arrival. */
export const currentValue = z.object({
  value: stateValue,
  /** Time of the measurement. */
  timestamp: isoTime.nullable(),
  receivedAt: isoTime.nullable(),
  origin: z.enum(['live', 'manual', 'rederived']).nullable(),
  status: z.enum(statuses),
});

/** A source state of an aggregate; without title if the caller may not see its twin. */
export const sourceState = z.object({
  stateId: z.int(),
  key: z.string().nullable(),
  title: z.string().nullable(),
  unit: z.string().nullable(),
  dtwinId: z.int().nullable(),
  dtwinTitle: z.string().nullable(),
});

export const state = z.object({
  id: z.int(),
  dtwinId: z.int(),
  key: z.string(),
  position: z.int(),
  source: z.enum(stateSources),
  ...fields.omit({ visualisation: true }).shape,
  visualisation: z.record(z.string(), z.unknown()).pipe(visualisation),
  ...currentValue.shape,
  /** Error code and text of the last computation if it failed, until one succeeds. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Sources of an aggregate. */
  sources: z.array(sourceState),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type State = z.output<typeof state>;

export const readsStates = anyOf('DigitalTwin.read', 'DigitalTwinStates.read');
export const writesStates = anyOf('DigitalTwin.write', 'DigitalTwinStates.manage');
export const setsValues = anyOf('DigitalTwin.write', 'DigitalTwinStates.write');
/** The same for calls about one twin: for the states of virtual devices, permissions for devices suffice. */
export const readsOwnStates = anyOf(readsStates, 'VirtualDevice.read');
export const writesOwnStates = anyOf(writesStates, 'VirtualDevice.write');
export const setsOwnValues = anyOf(setsValues, 'VirtualDevice.write');

const twinParams = z.object({ id: textIdOf('twin') });
const stateParams = twinParams.extend({ stateId: textIdOf('state') });

export const listTwinStates = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/',
  tag: stateTag,
  summary: 'The states of a twin in their order, with their newest values',
  permission: readsOwnStates,
  narrowed: true,
  params: twinParams,
  response: dataOf(z.array(state)),
  errors: ['DTWIN_NOT_FOUND'],
});

export const stateRow = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  icon: z.string(),
  source: z.enum(stateSources),
  valueType: z.enum(valueTypes),
  decimals: z.int().nullable(),
  validSeconds: z.int().nullable(),
  ...currentValue.shape,
  dtwin: z.object({
    id: z.int(),
    title: z.string(),
    type: z.enum(twinTypes),
    category: z.enum(twinCategories),
    tenantId: z.int(),
    tenantName: z.string(),
  }),
});
export type StateRow = z.output<typeof stateRow>;

const sorts = ['title', 'key', 'dtwin', 'timestamp', 'status'] as const;
export type StateSort = (typeof sorts)[number];

/** `search` matches title and key of the state and the title of the twin; every word must occur. */
export const stateListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('dtwin'),
  tenantId: textIdOf('account').optional(),
  /** The twin and its subtree. */
  twinId: textIdOf('twin').optional(),
  sources: textList(z.enum(stateSources), stateSources.length).optional(),
  status: z.enum(statuses).optional(),
  valueType: z.enum(valueTypes).optional(),
  category: z.enum(twinCategories).optional(),
});

export const listStates = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/dtwins',
  tag: stateTag,
  summary: 'States of all twins that the caller may see, with their newest values',
  permission: readsOwnStates,
  narrowed: true,
  query: stateListQuery,
  response: listOf(stateRow),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND'],
});

/**
 * Dynamic data routing (`ddr`): the states that messages can be routed to, with the references that a message must
 * contain.
 */
export const listRoutedStates = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/ddr/list',
  tag: stateTag,
  summary: 'States that take routed messages, with the reference ids of their twins',
  permission: readsStates,
  query: stateListQuery.omit({ sources: true }),
  response: listOf(stateRow.extend({ references: z.array(reference) })),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND'],
});

export const readState = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/{id}',
  tag: stateTag,
  summary: 'A state with its newest value',
  permission: readsOwnStates,
  narrowed: true,
  params: z.object({ id: textIdOf('state') }),
  response: dataOf(state),
  errors: ['DTWIN_STATE_NOT_FOUND'],
});

/** Reasons why a command of a button can't be saved or sent. */
const buttonErrors = ['BRIDGE_NO_COMMANDS', 'BRIDGE_COMMAND_INVALID', 'RULE_COMMAND_TOPIC'] as const;

const writeErrors = [
  'DTWIN_NOT_FOUND',
  'DTWIN_STATE_NOT_FOUND',
  'DTWINSTATE_AGGREGATE_LOOP',
  'DTWINSTATE_SOURCE_NOT_A_DEVICE',
  'DTWINSTATE_MISSING_PARAMETER',
  'BRIDGE_NOT_FOUND',
  'BRIDGE_NO_STATES',
  ...buttonErrors,
  'SCRIPT_ERROR',
  'DEVICE_TEMPLATE_FIELD_LOCKED',
] as const;

/** An aggregate is computed at once. Sources may be in other accounts if the caller may read them. */
export const createState = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/',
  tag: stateTag,
  summary: 'Add a state to a twin; the key is unique there, whatever its case',
  permission: writesOwnStates,
  narrowed: true,
  params: twinParams,
  body: newState,
  response: dataOf(state),
  status: 201,
  errors: [...writeErrors, 'DTWINSTATE_DUPLICATE_KEY', 'DTWINSTATE_TOO_MANY'],
});

export const updateState = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}',
  tag: stateTag,
  summary: 'Change a state',
  permission: writesOwnStates,
  narrowed: true,
  params: stateParams,
  body: stateChange,
  response: dataOf(state),
  errors: [...writeErrors],
});

/** The connector's own permission isn't needed: the author of the button had it. */
export const pressButton = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}/press',
  tag: stateTag,
  summary: 'Send the connector command of a button',
  permission: setsOwnValues,
  narrowed: true,
  params: stateParams,
  // The other system may respond slowly.
  transaction: 'own',
  response: dataOf(z.object({ result: z.json() })),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'DTWINSTATE_NO_COMMAND',
    'BRIDGE_NOT_FOUND',
    'BRIDGE_CONNECTION_FAILED',
    ...buttonErrors,
  ],
});

/** Without `timestamp`: now. A value older than the newest one is only added to the history. */
export const setStateValue = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}/value',
  tag: stateTag,
  summary: 'Set a value by hand; refused for states that are computed',
  permission: setsOwnValues,
  narrowed: true,
  params: stateParams,
  body: z.object({ value: stateValue, timestamp: isoTime.optional() }),
  response: dataOf(state),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'DTWINSTATE_COMPUTED',
    'DTWINSTATE_VALUE_TYPE',
    'DTWINSTATE_VALUE_TOO_LARGE',
    'DTWINSTATE_TIME_OUT_OF_RANGE',
  ],
});

export const orderStates = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/order',
  tag: stateTag,
  summary: 'Put the states of a twin in order; those that are not named follow in their old order',
  permission: writesOwnStates,
  narrowed: true,
  params: twinParams,
  body: z.object({ stateIds: z.array(idOf('state')).max(maxStatesPerTwin) }),
  response: dataOf(z.array(z.object({ id: z.int(), position: z.int() }))),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND'],
});

/** Also deletes the history. */
export const deleteState = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}',
  tag: stateTag,
  summary: 'Delete a state with its history; refused while another state is computed from it',
  permission: writesOwnStates,
  narrowed: true,
  params: stateParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'DTWIN_DELETE_STATES_AGGREGATED',
    'DEVICE_TEMPLATE_FIELD_LOCKED',
  ],
});

/** States that the caller may not see are only counted. */
export const listLinkedAggregations = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}/linked-aggregations',
  tag: stateTag,
  summary: 'States that are computed from this one',
  permission: readsOwnStates,
  narrowed: true,
  params: stateParams,
  response: dataOf(z.object({ states: z.array(sourceState), hidden: z.int() })),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND'],
});

/** Nothing is stored. `inputs` are the source values used. */
export const previewAggregate = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/aggregate/value',
  tag: stateTag,
  summary: 'What an aggregate would give now',
  permission: readsOwnStates,
  narrowed: true,
  params: twinParams,
  body: z.object({ config: sourceConfig, transformer: z.string().max(65_536).default('') }),
  readOnly: true,
  response: dataOf(
    z.object({
      value: stateValue,
      timestamp: isoTime.nullable(),
      /** Only for time-series aggregates. */
      window: z.object({ start: isoTime, end: isoTime }).nullable(),
      inputs: z.array(sourceState.extend({ value: stateValue, timestamp: isoTime.nullable() })),
      problem: z.object({ code: z.string(), message: z.string(), line: z.int().nullable() }).nullable(),
      logs: z.array(z.string()),
    }),
  ),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND', 'DTWINSTATE_SOURCE_NOT_A_DEVICE', 'BRIDGE_NOT_FOUND'],
});

/** Searches the newest hundred messages of the connector, without those of devices of other accounts. */
export const findStateMessage = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/connector-message',
  tag: stateTag,
  summary: 'The newest message of a connector that would feed a state with this identifier',
  permission: writesStates,
  params: twinParams,
  query: z.object({ connectorId: textIdOf('connectorChoice'), identifier: z.string().trim().min(1).max(200) }),
  response: dataOf(z.object({ message: z.object({ receivedAt: isoTime, payload: z.json() }).nullable() })),
  errors: ['DTWIN_NOT_FOUND', 'BRIDGE_NOT_FOUND', 'BRIDGE_NO_STATES'],
});

export const checkForAggregateLoop = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}/checkForAggregateLoop',
  tag: stateTag,
  summary: 'Would these sources make the state depend on itself?',
  permission: readsOwnStates,
  narrowed: true,
  params: stateParams,
  body: z.object({ stateIds: z.array(idOf('sourceState')).min(1).max(500) }),
  readOnly: true,
  /** `way` is the path from the state back to itself. */
  response: dataOf(z.object({ loop: z.boolean(), way: z.array(sourceState) })),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND'],
});

/** Message of the topic `twin/{id}/values`: newest values, several at once if they changed together. */
export const valueChanges = z.array(z.object({ stateId: z.int(), key: z.string(), ...currentValue.shape }));
export type ValueChanges = z.output<typeof valueChanges>;
