export { dashboardDataRoutes } from './data.routes.ts';
export { createDashboardData, type DashboardData, type DashboardDataOptions } from './data.service.ts';
export { createWidgetKinds, type WidgetKind, type WidgetKinds, type WidgetKindsOptions } from './kinds.ts';
export { resolveParameters } from './parameters.ts';
export { type ResolvedFilter, resolveFilter } from './twin-filter.ts';
export { matchingTwins, type Viewer } from './viewer.store.ts';
