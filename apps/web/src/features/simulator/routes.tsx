import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/simulator', load: () => import('./SimulatorPage.tsx').then((module) => module.SimulatorPage) },
];
