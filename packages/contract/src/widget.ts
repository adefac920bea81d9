import { z } from 'zod';
import { stateKey, type ValueType } from './state.ts';
import { historyDurations } from './state-history.ts';
import { tag, twinCategories, twinTypes } from './twin.ts';

/** Schemas shared by several kinds of widgets. Each kind describes its options with these in its own folder. */

export const parameterName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/);
export const maxParameterLength = 200;
export const parameterValue = z.string().max(maxParameterLength);

/**
 * Placeholders in a text: `{{twin.id}} {{twin.title}} {{state.key}} {{state.title}} {{value}}` and `{{param.<name>}}`.
 * Unknown placeholders become empty; other braces stay unchanged.
 */
export const templateText = (maxLength: number) => z.string().max(maxLength);

/** The id of a twin or dashboard as text, because it may be a parameter. */
export const idText = z.string().regex(/^([1-9]\d{0,14}|\{\{\s*param\.[A-Za-z][A-Za-z0-9_]{0,49}\s*\}\})$/);

/**
 * The twins of a widget: twins that match all given conditions and that the viewer may see. Without `dtwinIds` and
 * `parentDtwinId`: all twins of the dashboard's account and the accounts below it. A parameter without a value matches
 * nothing.
 */
export const widgetTwinFilter = z.object({
  dtwinIds: z.array(idText).max(100).default([]),
  /** The twin and its subtree. */
  parentDtwinId: idText.nullable().default(null),
  /** Excludes the twin of `parentDtwinId` itself. */
  onlyBelow: z.boolean().default(false),
  /** Twins that have all of these tags. */
  tags: z
    .array(z.union([tag, idText]))
    .max(20)
    .default([]),
  types: z.array(z.enum(twinTypes)).max(twinTypes.length).default([]),
  category: z.enum(twinCategories).nullable().default(null),
  /** Every word must occur in title, tags or reference ids. */
  search: templateText(200).default(''),
  keyValues: z
    .array(z.object({ key: z.string().trim().min(1).max(100), value: templateText(500) }))
    .max(10)
    .default([]),
});
export type WidgetTwinFilter = z.output<typeof widgetTwinFilter>;

export const widgetLimits = {
  /** Lines of one chart. */
  series: 100,
  /** Intervals of one line in the period; more are refused. */
  points: 2_000,
  /** Points to which lines without aggregation are thinned out. */
  displayedPoints: 1_000,
  tableRows: 1_000,
  mapTwins: 10_000,
} as const;

export const widgetFunctions = ['avg', 'min', 'max', 'sum', 'median', 'count', 'latest'] as const;
export type WidgetFunction = (typeof widgetFunctions)[number];

export const widgetDataOptions = z.object({
  /** Keys of the states, read from all matching twins. */
  states: z.array(stateKey).max(20).default([]),
  aggregate: z.boolean().default(false),
  interval: z.enum(historyDurations).default('1h'),
  function: z.enum(widgetFunctions).default('avg'),
});
export type WidgetDataOptions = z.output<typeof widgetDataOptions>;

/** Functions that reduce the values of a period to one number. */
export const valueDeterminations = ['min', 'max', 'average', 'sum', 'earliest', 'latest'] as const;
export type ValueDetermination = (typeof valueDeterminations)[number];

/** Statuses and the eight chart colours follow the theme; other colours are used unchanged. */
export const widgetColour = z.string().regex(/^(#[0-9a-fA-F]{6}|ok|warning|error|unknown|primary|data[1-8])$/);

export const attributeFields = [
  'id',
  'title',
  'description',
  'tenantName',
  'icon',
  'tags',
  'address',
  'status',
  'state',
  'keyValue',
  'customParameter',
] as const;
export type AttributeField = (typeof attributeFields)[number];

/** `key` is the key of the state or key-value pair, or the name of the parameter; other fields have none. */
const fieldChoice = { field: z.enum(attributeFields), key: z.string().trim().max(100).default('') };
const needsKey = ({ field, key }: { field: AttributeField; key: string }) =>
  !['state', 'keyValue', 'customParameter'].includes(field) || key !== '';

export const widgetAttribute = z
  .object({
    ...fieldChoice,
    /** Empty: the default name of the field. */
    label: z.string().trim().max(100).default(''),
    /** Width relative to the other columns. */
    width: z.int().min(1).max(12).default(2),
  })
  .refine(needsKey, { path: ['key'] });
export type WidgetAttribute = z.output<typeof widgetAttribute>;

export const markerOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type MarkerOperator = (typeof markerOperators)[number];

/** The first matching rule sets the colour. Numbers are compared as numbers, all other values as text. */
export const markerRule = z
  .object({
    ...fieldChoice,
    operator: z.enum(markerOperators),
    value: z.string().trim().max(200),
    color: widgetColour,
  })
  .refine(needsKey, { path: ['key'] });
export type MarkerRule = z.output<typeof markerRule>;

const named = z.array(z.object({ name: parameterName, value: templateText(500) })).max(20);
const label = z.string().trim().max(100).default('');

/** The action of a click. URLs are http or https; values of placeholders in them are escaped. */
export const widgetAction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('openUrl'),
    label,
    url: templateText(2_000).regex(/^https?:\/\//i),
    newTab: z.boolean().default(true),
  }),
  z.object({
    type: z.literal('openTwin'),
    label,
    /** Opens the clicked twin; otherwise `twinId`. */
    useOpenedTwin: z.boolean().default(true),
    twinId: idText.nullable().default(null),
    newTab: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('openDashboard'),
    label,
    dashboardId: idText,
    parameters: named.default([]),
    newTab: z.boolean().default(false),
  }),
]);
export type WidgetAction = z.output<typeof widgetAction>;
export const namedTexts = named;

/** One line of a chart. */
export interface WidgetSeries {
  stateId: number;
  dtwinId: number;
  dtwinTitle: string;
  stateKey: string;
  stateTitle: string;
  unit: string;
  /** Type of the state; booleans may have been converted to 0 and 1. */
  valueType: ValueType;
  /** Milliseconds since 1970 and the value. */
  points: (readonly [atMs: number, value: WidgetValue])[];
  /** Width of the bins if points were thinned out: a distance of more than two bins between neighbours is a gap. */
  binMs: number | null;
}
export type WidgetValue = z.output<ReturnType<typeof z.json>>;
