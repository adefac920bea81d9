import type { ScreenPage } from '../../lib/screen-page.ts';

const load = () => import('./LoginPage.tsx').then((module) => module.LoginPage);

export const routes: ScreenPage[] = [
  { path: '/', load },
  { path: '/login', load },
];
