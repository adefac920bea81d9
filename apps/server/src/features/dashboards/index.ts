export { dashboards, dashboardVersions, nestedDashboards, widgets } from './dashboard.table.ts';
