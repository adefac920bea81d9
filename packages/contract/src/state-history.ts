import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { allOf } from './core/permission.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute, raw } from './core/route.ts';
import { readsOwnStates, stateTag, stateValue } from './state.ts';
import { timeZone } from './state-source.ts';

export const historyDurations = ['5m', '15m', '1h', '6h', '1d', '1w', '1mo'] as const;
export type HistoryDuration = (typeof historyDurations)[number];
export const historyMethods = ['avg', 'min', 'max', 'sum', 'median', 'count', 'first', 'latest'] as const;
export type HistoryMethod = (typeof historyMethods)[number];

/** Maximum number of points of a chart. */
export const maxChartPoints = 1_000;
export const maxHistoryStates = 100;

const span = {
  startDate: isoTime,
  /** End of the span, exclusive; default: now. */
  endDate: isoTime.optional(),
};

const point = z.object({
  timestamp: isoTime,
  value: stateValue,
  origin: z.enum(['live', 'manual', 'rederived']),
});

const rawQuery = z.object({
  stateId: textIdOf('state'),
  startDate: isoTime.optional(),
  endDate: isoTime.optional(),
  limit: z.coerce.number().int().min(1).max(maxChartPoints).default(50),
  order: z.enum(['ascending', 'descending']).default('descending'),
});
const rawResponse = dataOf(z.object({ points: z.array(point), hasMore: z.boolean() }));

/**
 * Newest first by default. For the next page, send the time of the last point as the new end, or one millisecond later
 * as the new start.
 */
export const searchHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/history/search',
  tag: stateTag,
  summary: 'Values of a state as they came, at most 1,000 a call',
  permission: readsOwnStates,
  narrowed: true,
  query: rawQuery,
  response: rawResponse,
  errors: ['DTWIN_STATE_NOT_FOUND'],
});

export const fetchHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/history/postgres-fetch',
  tag: stateTag,
  summary: 'The same as `search`, under the name that older clients call',
  permission: readsOwnStates,
  narrowed: true,
  query: rawQuery,
  response: rawResponse,
  errors: ['DTWIN_STATE_NOT_FOUND'],
});

/** Ids of states in one query field: `stateIds=1,2,3`. */
const stateIds = textList(textIdOf('state'), maxHistoryStates);

export const historySeries = z.object({
  stateId: z.int(),
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  dtwinId: z.int(),
  dtwinTitle: z.string(),
  /** Milliseconds since 1970 and the value. */
  points: z.array(z.tuple([z.number(), stateValue])),
  /** Width of the bins if points were thinned out; a distance of more than two bins between neighbours is a gap. */
  binMs: z.number().nullable(),
});
export type HistorySeries = z.output<typeof historySeries>;

/** For charts: numbers and booleans, thinned out so that every peak is kept. */
export const searchSeries = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/history/influx/search',
  tag: stateTag,
  summary: 'Lines of several states for a chart, at most 1,000 points each',
  permission: readsOwnStates,
  narrowed: true,
  query: z.object({
    stateIds,
    ...span,
    maxPoints: z.coerce.number().int().min(4).max(maxChartPoints).default(maxChartPoints),
  }),
  response: dataOf(z.object({ series: z.array(historySeries) })),
  errors: ['DTWIN_STATE_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});

/**
 * Buckets of 6h, 1d, 1w and 1mo follow the local time of `zone`; accounts have no time zone yet, so the default is
 * Europe/Berlin. `min`, `max` and `latest` add these values to each bucket; `rawData` adds the thinned line. More than
 * 1,000 buckets per state are refused.
 */
export const searchAggregated = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/history/influx/search-aggregated',
  tag: stateTag,
  summary: 'One value a time interval; needs InfluxDB.read beside the right to read the states',
  permission: allOf(readsOwnStates, 'InfluxDB.read'),
  narrowed: true,
  query: z.object({
    stateIds,
    ...span,
    method: z.enum(historyMethods).default('avg'),
    duration: z.enum(historyDurations).default('1h'),
    zone: timeZone.optional(),
    firstWeekday: z.coerce.number().int().min(1).max(7).default(1),
    min: flag.optional(),
    max: flag.optional(),
    latest: flag.optional(),
    rawData: flag.optional(),
  }),
  response: dataOf(
    z.object({
      zone: z.string(),
      series: z.array(
        historySeries.omit({ points: true, binMs: true }).extend({
          buckets: z.array(
            z.object({
              start: isoTime,
              value: stateValue,
              min: stateValue.optional(),
              max: stateValue.optional(),
              latest: stateValue.optional(),
            }),
          ),
          raw: historySeries.shape.points.optional(),
        }),
      ),
    }),
  ),
  errors: ['DTWIN_STATE_NOT_FOUND', 'HISTORY_SPAN_INVALID', 'HISTORY_TOO_MANY_BUCKETS'],
});

/** Up to the account's row limit; a line at the end says if there are more rows. */
export const exportHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/states/{id}/history/csv',
  tag: stateTag,
  summary: 'Values of a state as CSV, with times in the given zone',
  permission: readsOwnStates,
  narrowed: true,
  logged: true,
  params: z.object({ id: textIdOf('state') }),
  query: z.object({ ...span, zone: timeZone.default('UTC') }),
  response: raw('text/csv'),
  errors: ['DTWIN_STATE_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});
