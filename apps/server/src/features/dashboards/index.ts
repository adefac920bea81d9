export { dashboardGuards } from './dashboard.policy.ts';
export { countDashboards } from './dashboard.store.ts';
export { dashboards, dashboardVersions, nestedDashboards, widgets } from './dashboard.table.ts';
export { createDashboards, type Dashboards, type DashboardsOptions } from './dashboards.service.ts';
