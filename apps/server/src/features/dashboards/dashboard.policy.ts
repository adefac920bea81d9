import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedDashboards, scopedWidgets } from './dashboard.view.ts';

const dashboardGuard: ScopedGuard = {
  noun: 'dashboard',
  notFound: 'DASHBOARD_NOT_FOUND',
  seenWith: 'Dashboards.read',
  scopesOf: scopesOf(scopedDashboards),
};

/** The service checks that a widget belongs to the dashboard of the call. */
const widgetGuard: ScopedGuard = {
  noun: 'widget',
  notFound: 'WIDGET_NOT_FOUND',
  seenWith: 'Dashboards.read',
  scopesOf: scopesOf(scopedWidgets),
};

export const dashboardGuards = [dashboardGuard, widgetGuard];
