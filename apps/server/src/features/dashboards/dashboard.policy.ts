import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { dashboardScopes, widgetScopes } from './guard.store.ts';

const dashboardGuard: ScopedGuard = {
  noun: 'dashboard',
  notFound: 'DASHBOARD_NOT_FOUND',
  seenWith: 'Dashboards.read',
  scopesOf: dashboardScopes,
};

/** Of which dashboard it is, the service asks. */
const widgetGuard: ScopedGuard = {
  noun: 'widget',
  notFound: 'WIDGET_NOT_FOUND',
  seenWith: 'Dashboards.read',
  scopesOf: widgetScopes,
};

export const dashboardGuards = [dashboardGuard, widgetGuard];
