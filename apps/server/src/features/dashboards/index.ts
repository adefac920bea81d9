export { dashboards, dashboardVersions, nestedDashboards, widgets } from './dashboard.table.ts';
export { scopedDashboards } from './dashboard.view.ts';
