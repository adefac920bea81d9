import type { HandledRoute } from '../../platform/http/handle.ts';
import type { StateUses } from '../states/index.ts';
import { createChanges } from './change.service.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { createDashboardService } from './dashboard.service.ts';
import {
  createDashboardData,
  createWidgetKinds,
  type DashboardDataOptions,
  dashboardDataRoutes,
  type WidgetKindsOptions,
} from './data/index.ts';
import { createReadyMadeService } from './ready-made.service.ts';
import { createStateUses } from './uses.service.ts';
import { createVersionService } from './version.service.ts';
import { widgetRoutes } from './widget.routes.ts';
import { createWidgetService } from './widget.service.ts';

export type DashboardsOptions = WidgetKindsOptions & Omit<DashboardDataOptions, 'kinds'>;

export interface Dashboards {
  routes: HandledRoute[];
  /** Where states are shown. */
  stateUses: StateUses;
}

/** Everything about dashboards, joined. */
export async function createDashboards(options: DashboardsOptions): Promise<Dashboards> {
  const kinds = await createWidgetKinds(options);
  const changes = createChanges({ ...options, kinds });
  return {
    stateUses: createStateUses(kinds),
    routes: [
      ...dashboardRoutes({
        dashboards: createDashboardService({ changes }),
        readyMade: createReadyMadeService({ changes, kinds }),
        versions: createVersionService({ changes }),
      }),
      ...widgetRoutes({ widgets: createWidgetService({ changes }), kinds }),
      ...dashboardDataRoutes(createDashboardData({ ...options, kinds })),
    ],
  };
}
