import { z } from 'zod';
import { stateKey, type ValueType } from './state.ts';
import { historyDurations } from './state-history.ts';
import { tag, twinCategories, twinTypes } from './twin.ts';

/** What several kinds of widgets have in common. Each kind describes its options with these in its own folder. */

export const parameterName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/);
export const maxParameterLength = 200;
export const parameterValue = z.string().max(maxParameterLength);

/**
 * Placeholders, wherever a text may hold them: `{{twin.id}} {{twin.title}} {{state.key}} {{state.title}} {{value}}` and
 * `{{param.<name>}}`. What is not known stays empty; other braces stay as they are.
 */
export const templateText = (maxLength: number) => z.string().max(maxLength);

/** The id of a twin or dashboard as text, because a parameter may stand in its place. */
export const idText = z.string().regex(/^([1-9]\d{0,14}|\{\{\s*param\.[A-Za-z][A-Za-z0-9_]{0,49}\s*\}\})$/);

/**
 * Which twins a widget shows: those that fit everything that is given, of those that the viewer may see. Without
 * `dtwinIds` and `parentDtwinId` all of the dashboard's account and the accounts below it. A parameter without a value
 * fits nothing.
 */
export const widgetTwinFilter = z.object({
  dtwinIds: z.array(idText).max(100).default([]),
  /** This twin and everything below it. */
  parentDtwinId: idText.nullable().default(null),
  /** Leaves out the twin of `parentDtwinId` itself. */
  onlyBelow: z.boolean().default(false),
  /** Those that have all of them. */
  tags: z
    .array(z.union([tag, idText]))
    .max(20)
    .default([]),
  types: z.array(z.enum(twinTypes)).max(twinTypes.length).default([]),
  category: z.enum(twinCategories).nullable().default(null),
  /** Every word in title, tags or reference ids. */
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
  /** Lines that are not aggregated are thinned to as many. */
  displayedPoints: 1_000,
  tableRows: 1_000,
  mapTwins: 10_000,
} as const;

export const widgetFunctions = ['avg', 'min', 'max', 'sum', 'median', 'count', 'latest'] as const;
export type WidgetFunction = (typeof widgetFunctions)[number];

export const widgetDataOptions = z.object({
  /** States by their key, of all twins that fit. */
  states: z.array(stateKey).max(20).default([]),
  aggregate: z.boolean().default(false),
  interval: z.enum(historyDurations).default('1h'),
  function: z.enum(widgetFunctions).default('avg'),
});
export type WidgetDataOptions = z.output<typeof widgetDataOptions>;

/** How one number is made of the values of a period. */
export const valueDeterminations = ['min', 'max', 'average', 'sum', 'earliest', 'latest'] as const;
export type ValueDetermination = (typeof valueDeterminations)[number];

/** Statuses and the eight colours of charts follow the theme; others stand as they are. */
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

/** `key` names the state, the key of a key-value pair or the parameter; other fields have none. */
const fieldChoice = { field: z.enum(attributeFields), key: z.string().trim().max(100).default('') };
const needsKey = ({ field, key }: { field: AttributeField; key: string }) =>
  !['state', 'keyValue', 'customParameter'].includes(field) || key !== '';

export const widgetAttribute = z
  .object({
    ...fieldChoice,
    /** Empty: the usual name of the field. */
    label: z.string().trim().max(100).default(''),
    /** Share of the width among the columns. */
    width: z.int().min(1).max(12).default(2),
  })
  .refine(needsKey, { path: ['key'] });
export type WidgetAttribute = z.output<typeof widgetAttribute>;

export const markerOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type MarkerOperator = (typeof markerOperators)[number];

/** The first that fits gives the colour. Numbers are compared as numbers, everything else as text. */
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

/** What a click does. Addresses are http or https; what placeholders put into them is escaped. */
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
    /** The one that was clicked; else `twinId`. */
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
  /** Of the state; booleans may have become 0 and 1 on their way. */
  valueType: ValueType;
  /** Milliseconds since 1970 and the value. */
  points: (readonly [atMs: number, value: WidgetValue])[];
  /** Width of the bins where points were left out: neighbours more than two of them apart have a gap between them. */
  binMs: number | null;
}
export type WidgetValue = z.output<ReturnType<typeof z.json>>;
