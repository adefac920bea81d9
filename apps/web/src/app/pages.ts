import { type ScreenPath, screens } from '@stellwerk/contract/screens';
import type { ScreenPage } from '../lib/screen-page.ts';
import { type DiscoveredPage, ownPages } from './places.ts';

const modules = import.meta.glob<{ routes: ScreenPage[] }>('../features/*/routes.tsx', { eager: true });

/** `../features/home/routes.tsx` belongs to `home`. */
const featureOf = (file: string) => file.split('/').at(-2) ?? '';

export const pages: readonly DiscoveredPage[] = [
  ...ownPages,
  ...Object.entries(modules).flatMap(([file, { routes }]) =>
    routes.map((page) => ({ ...page, namespace: featureOf(file) })),
  ),
];

/** Screens of the specification that nobody has built yet: they show a page that says so. */
export function unbuiltScreens(built: readonly { path: string }[] = pages): ScreenPath[] {
  const paths = new Set(built.map((page) => page.path));
  return screens.filter((screen) => !screen.redirect && !paths.has(screen.path)).map((screen) => screen.path);
}
