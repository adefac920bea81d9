import type { ScreenPage } from '../../lib/screen-page.ts';

/** Never part of a release: built in development, or where someone asks for it. */
const isShown = import.meta.env.DEV || import.meta.env.VITE_GALLERY === 'on';

export const routes: ScreenPage[] = isShown
  ? [{ path: '/gallery', rule: 'public', load: () => import('./GalleryPage.tsx').then((module) => module.GalleryPage) }]
  : [];
