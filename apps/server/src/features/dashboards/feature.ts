import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { stateUses } from '../states/index.ts';
import { createChanges } from './change.service.ts';
import { dashboardGuards } from './dashboard.policy.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { createDashboardService } from './dashboard.service.ts';
import { countDashboards } from './dashboard.store.ts';
import { createDashboardData, createWidgetKinds, dashboardDataRoutes } from './data/index.ts';
import { dashboardFavourite } from './favourite-kind.store.ts';
import { createReadyMadeService } from './ready-made.service.ts';
import { dashboardSearch } from './search-kind.store.ts';
import { createStateUses } from './uses.service.ts';
import { createVersionService } from './version.service.ts';
import { widgetRoutes } from './widget.routes.ts';
import { createWidgetService } from './widget.service.ts';

export const feature = defineFeature({
  name: 'dashboards',
  async create(context) {
    const kinds = await createWidgetKinds(context);
    const changes = createChanges({ ...context, kinds });
    return {
      guards: dashboardGuards,
      routes: [
        ...dashboardRoutes({
          dashboards: createDashboardService({ changes }),
          readyMade: createReadyMadeService({ changes, kinds }),
          versions: createVersionService({ changes }),
        }),
        ...widgetRoutes({ widgets: createWidgetService({ changes }), kinds }),
        ...dashboardDataRoutes(createDashboardData({ ...context, kinds })),
      ],
      extensions: [
        accountContents.add(countDashboards),
        stateUses.add(createStateUses(kinds)),
        searchKinds.add(dashboardSearch),
        favouriteKinds.add(dashboardFavourite),
      ],
    };
  },
});
