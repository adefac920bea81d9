import type { PageVisit } from '../../../lib/screen-page.ts';
import { timeRangeFromText } from '../../../ui/time/time-range.ts';
import { dashboardQuery } from '../dashboard.queries.ts';
import { dashboardDataQuery } from '../widget.queries.ts';
import { rangeOf } from './data/date-range.ts';
import { parameterValues } from './parameters/parameter-values.ts';

/** Prefetches a dashboard, and the data of its widgets as soon as their query is known. */
export async function prepareDashboard({ queries, params, search }: PageVisit): Promise<void> {
  const dashboard = await queries.ensureQueryData(dashboardQuery(Number(params.id)));
  // An older version has its own page.
  if (search.version !== undefined || dashboard.widgets.length === 0) return;
  const dataQuery = {
    range: timeRangeFromText(search.range) ?? rangeOf(dashboard.defaultDateRange),
    parameters: parameterValues(dashboard.customParameters, search),
  };
  void queries.prefetchQuery(dashboardDataQuery(dashboard.id, dataQuery));
}
