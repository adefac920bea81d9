export { dashboardDataRoutes } from './data.routes.ts';
export { createDashboardData, type DashboardData, type DashboardDataOptions } from './data.service.ts';
export { createWidgetKinds, type WidgetKind, type WidgetKinds, type WidgetKindsOptions } from './kinds.ts';
