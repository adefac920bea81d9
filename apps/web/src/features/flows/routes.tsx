import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/connectors/consumers/list',
    load: () => import('./FlowsPage.tsx').then((module) => module.FlowsPage),
  },
  {
    path: '/connectors/consumers/filters',
    load: () => import('./filters/FiltersPage.tsx').then((module) => module.FiltersPage),
  },
  {
    path: '/connectors/consumers/transformers',
    load: () => import('./transformers/TransformersPage.tsx').then((module) => module.TransformersPage),
  },
  {
    path: '/connectors/consumers/transformers/create',
    load: () => import('./transformers/TransformerPage.tsx').then((module) => module.NewTransformerPage),
  },
  {
    path: '/connectors/consumers/transformers/{id}',
    load: () => import('./transformers/TransformerPage.tsx').then((module) => module.EditTransformerPage),
  },
];
