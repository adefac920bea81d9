import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/superadmin-terminal', load: () => import('./TerminalPage.tsx').then((module) => module.TerminalPage) },
];
