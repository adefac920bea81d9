import { type CsvValue, toCsvLine } from '@stellwerk/contract/core/csv';
import type { exportHistory } from '@stellwerk/contract/state-history';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { History, JsonValue, Span } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { type FoundSeries, findSeries } from './series.store.ts';
import { spanOf } from './span.ts';
import { createZonedTime } from './zoned-time.ts';

const pageRows = 5_000;

const cellOf = (value: JsonValue): CsvValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

export function createHistoryCsvService({ history, clock }: { history: History; clock: Clock }) {
  /** Lines of the CSV file, oldest value first, read page by page. */
  async function* lines(ctx: Ctx, state: FoundSeries, span: Span, zone: string): AsyncGenerator<string> {
    const timeOf = createZonedTime(zone);
    const rowLimit = state.rowLimit || Number.POSITIVE_INFINITY;
    yield toCsvLine(['timestamp', 'value', 'unit', 'origin']);
    let { from } = span;
    for (let written = 0; ; ) {
      const limit = Math.min(pageRows, rowLimit - written + 1);
      const page = await history.range({ series: state.stateId, from, to: span.to, limit, order: 'ascending' });
      const kept = page.slice(0, rowLimit - written);
      yield kept.map(({ at, value, source }) => toCsvLine([timeOf(at), cellOf(value), state.unit, source])).join('');
      if (kept.length < page.length) {
        const cut = { code: 'HISTORY_EXPORT_CUT' as const, params: { limit: rowLimit }, issues: [] };
        yield toCsvLine([renderError(cut, ctx.language, ctx.requestId).message]);
        return;
      }
      if (page.length < limit) return;
      written += kept.length;
      from = (page.at(-1)?.at ?? span.to) + 1;
    }
  }

  return {
    async open(ctx: Ctx, id: number, query: z.output<typeof exportHistory.query>) {
      const span = spanOf(query, clock.now());
      const [state = fail('DTWIN_STATE_NOT_FOUND')] = await findSeries(ctx.db, [id]);
      return { name: `${state.key}.csv`, lines: lines(ctx, state, span, query.zone) };
    },
  };
}
export type HistoryCsvService = ReturnType<typeof createHistoryCsvService>;
