import { z } from 'zod';
import { idOf } from './core/id.ts';

/**
 * Sources of a state's values. The specification also names iothub-aggregate, which belongs to the classic hub (not
 * implemented). `system` stores values that the platform itself knows.
 */
export const stateSources = [
  'none',
  'connector',
  'aggregate',
  'virtual-device-aggregate',
  'timeseries-aggregate',
  'random',
  'system',
  'datarouting',
] as const;
export type StateSource = (typeof stateSources)[number];

export const timeseriesOperations = [
  'avg',
  'min',
  'max',
  'sum',
  'median',
  'count',
  /** Greatest value of the window minus the greatest of the window before it. */
  'differencePeriod',
  /** Difference of the two newest values; the window has no effect. */
  'differenceValue',
] as const;
export type TimeseriesOperation = (typeof timeseriesOperations)[number];

export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

export const systemValues = ['lastSeen', 'packetCount24h', 'health', 'operationalStatus'] as const;
export type SystemValue = (typeof systemValues)[number];

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};
/** An IANA name; programs interpret bare offsets such as +02:00 differently. */
export const timeZone = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z]/)
  .refine(isZone);

const length = z.int().min(1).max(10_000);
const bound = z.number();

/**
 * Both modes use the half-open window [start, end) and are computed on a trigger: a new value of the source, or a rule.
 * Days, weeks, months and years follow the calendar of the zone, so that days have 23, 24 or 25 hours.
 *
 * - `duration`: the window ends now. If a value triggers it, now is the time of the source's newest value, which is
 *   included, so that late and repeated values give the same result. With `fixedTimestamp` it ends at the last full
 *   unit of the duration in the zone. The result has the time of the newest source value, or of the end of the window
 *   with `fixedTimestamp`.
 * - `period`: the window ends at the beginning of the current unit of the period, moved back by the offset, and is
 *   `periodLength` units long. The result has the time of the end of the window.
 *
 * Windows without values leave the state unchanged; for `sum` and `count` they give 0.
 */
export const timeseriesOptions = z.object({
  stateId: idOf('sourceState'),
  operation: z.enum(timeseriesOperations),
  mode: z.enum(['duration', 'period']).default('duration'),
  durationLength: length.default(1),
  durationUnit: z.enum(timeUnits).default('hour'),
  fixedTimestamp: z.boolean().default(false),
  periodLength: length.default(1),
  periodUnit: z.enum(timeUnits).default('day'),
  offset: z.int().min(0).max(10_000).default(0),
  offsetUnit: z.enum(timeUnits).default('day'),
  zone: timeZone.default('Europe/Berlin'),
  /** 1 is Monday, 7 is Sunday. */
  firstWeekday: z.int().min(1).max(7).default(1),
});
export type TimeseriesOptions = z.output<typeof timeseriesOptions>;

const sourceStates = z.array(idOf('sourceState')).min(1).max(500);

export const maxAggregateSources = 500;

/** Each source with its configuration. */
export const sourceConfig = z.discriminatedUnion('source', [
  z.object({ source: z.literal('none') }),
  /**
   * Messages of the connector contain the identifier; `variable` is empty for a plain value. On a virtual device,
   * connector and identifier are empty: the state receives the device's own messages, as parsed by its driver. States
   * stored before connectors were named have none, and accept messages of every connector that reaches their account.
   */
  z.object({
    source: z.literal('connector'),
    connectorId: idOf('connectorChoice').optional(),
    identifier: z.string().trim().max(200).default(''),
    variable: z.string().trim().max(200).default(''),
  }),
  z.object({ source: z.literal('aggregate'), stateIds: sourceStates }),
  /** Like `aggregate`, but only over states of virtual devices. */
  z.object({ source: z.literal('virtual-device-aggregate'), stateIds: sourceStates }),
  z.object({ source: z.literal('timeseries-aggregate'), timeseries: timeseriesOptions }),
  /** A random number between the bounds with two decimals, once a minute while the twin is enabled. */
  z
    .object({ source: z.literal('random'), lower: bound, upper: bound })
    .refine(({ lower, upper }) => lower < upper, { path: ['upper'] }),
  z.object({ source: z.literal('system'), name: z.enum(systemValues) }),
  /** Written by messages that contain a reference id of the twin and the key of the state. */
  z.object({ source: z.literal('datarouting') }),
]);
export type SourceConfig = z.output<typeof sourceConfig>;
