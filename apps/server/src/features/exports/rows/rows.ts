import type { ExportLayout } from '@stellwerk/contract/data-export';
import type { Bucket, EpochMs, History, JsonValue, Span } from '../../../platform/history/history.ts';
import type { Block } from './block.ts';
import { readPoints } from './points.ts';
import type { ExportedSeries } from './series.store.ts';

type RowHistory = Pick<History, 'columns' | 'buckets' | 'summaries'>;

const dayMs = 86_400_000;

/** Days per query, so that a query returns a few thousand intervals. Longer intervals need no windows. */
const daysOf: Partial<Record<ExportLayout['duration'], number>> = { '5m': 10, '15m': 30, '1h': 120 };

const blockOf = (series: ExportedSeries, rows: readonly { at: EpochMs; value: JsonValue }[]): Block => ({
  series,
  at: rows.map(({ at }) => at),
  values: rows.map(({ value }) => value),
});

interface RowsQuery {
  history: RowHistory;
  span: Span;
  layout: Pick<ExportLayout, 'aggregation' | 'duration' | 'method' | 'zone'>;
}

async function* everyPoint({ history, span }: RowsQuery, series: ExportedSeries): AsyncGenerator<Block> {
  for await (const page of readPoints(history, { ...span, series: series.stateId })) yield { series, ...page };
}

/** Windows end at UTC days, where intervals of an hour or less begin in every zone with offsets of quarter hours. */
async function* everyInterval({ history, span, layout }: RowsQuery, series: ExportedSeries): AsyncGenerator<Block> {
  const { duration, method, zone } = layout;
  const widthMs = (daysOf[duration] ?? Number.POSITIVE_INFINITY) * dayMs;
  for (let { from } = span; from < span.to; ) {
    const to = Math.min(Math.floor(from / dayMs) * dayMs + widthMs, span.to);
    const query = { series: [series.stateId], from, to, interval: duration, fn: method, zone };
    const buckets: Bucket[] = (await history.buckets(query)).get(series.stateId) ?? [];
    if (buckets.length > 0) {
      yield blockOf(
        series,
        buckets.map(({ start, value }) => ({ at: start, value })),
      );
    }
    from = to;
  }
}

/** One row of each state that has a value: the newest value, or the highest value or the sum at the start of the span. */
async function* oneRow({ history, span, layout }: RowsQuery, page: ExportedSeries[]): AsyncGenerator<Block> {
  const summaries = await history.summaries({ ...span, series: page.map(({ stateId }) => stateId) });
  for (const series of page) {
    const summary = summaries.get(series.stateId);
    if (!summary) continue;
    const { last, max, sum, numericCount } = summary;
    if (layout.aggregation === 'LAST' && last) yield blockOf(series, [last]);
    if (numericCount === 0) continue;
    if (layout.aggregation === 'MAX') yield blockOf(series, [{ at: span.from, value: max }]);
    if (layout.aggregation === 'SUM') yield blockOf(series, [{ at: span.from, value: sum }]);
  }
}

/** The rows of a page of states. */
export async function* rowsOf(query: RowsQuery, page: ExportedSeries[]): AsyncGenerator<Block> {
  const { aggregation } = query.layout;
  if (aggregation !== 'ALL' && aggregation !== 'INTERVAL') return yield* oneRow(query, page);
  const read = aggregation === 'ALL' ? everyPoint : everyInterval;
  for (const series of page) yield* read(query, series);
}
