import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/home', load: () => import('./HomePage.tsx').then((module) => module.HomePage) },
  {
    path: '/tutorial',
    rule: 'login',
    title: 'home:tutorial.title',
    load: () => import('./TutorialPage.tsx').then((module) => module.TutorialPage),
  },
];
