import { i18n, pluginNamespaces } from '../../lib/i18n.ts';
import type { PageVisit, ScreenPage } from '../../lib/screen-page.ts';

/** A dashboard shows words of every kind of widget. */
const loadView = async () => {
  const texts = i18n.loadNamespaces(pluginNamespaces('widget-'));
  const [{ DashboardPage }] = await Promise.all([import('./view/DashboardPage.tsx'), texts]);
  return DashboardPage;
};

const prepare = async (visit: PageVisit) => (await import('./view/prepare.ts')).prepareDashboard(visit);

export const routes: ScreenPage[] = [
  { path: '/dashboards', load: () => import('./list/DashboardsPage.tsx').then((module) => module.DashboardsPage) },
  { path: '/dashboards/{id}', load: loadView, prepare },
];
