export { dashboardGuards } from './dashboard.policy.ts';
export { dashboards, dashboardVersions, nestedDashboards, widgets } from './dashboard.table.ts';
