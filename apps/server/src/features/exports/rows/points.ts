import type { History, JsonValue, Span } from '../../../platform/history/history.ts';

const dayMs = 86_400_000;
/** Number of points that is read at once: small enough for memory and for other requests. */
const wanted = 20_000;
/** A window with more points than this is read again in two halves. */
const limit = 60_000;

/**
 * The points of a series in pages of roughly the same size, whatever the rhythm of the series: the window grows through
 * quiet times and shrinks in busy ones.
 */
export async function* readPoints(
  history: Pick<History, 'columns'>,
  { series, from, to }: Span & { series: number },
): AsyncGenerator<{ at: Float64Array; values: ArrayLike<JsonValue> }> {
  let widthMs = dayMs;
  for (let start = from; start < to; ) {
    const end = Math.min(start + widthMs, to);
    const { at, number, values } = await history.columns({ series, from: start, to: end, limit });
    if (at.length >= limit && end - start > 1) {
      widthMs = Math.max(1, Math.floor((end - start) / 2));
      continue;
    }
    if (at.length > 0) yield { at, values: values ?? number };
    start = end;
    if (at.length < wanted / 2) widthMs *= 2;
    else if (at.length > wanted) widthMs = Math.max(1, Math.floor(widthMs / 2));
  }
}
