import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/device-templates', load: () => import('./TemplatesPage.tsx').then((module) => module.TemplatesPage) },
  { path: '/device-templates/{id}', load: () => import('./TemplatePage.tsx').then((module) => module.TemplatePage) },
];
