import { type Screen, type ScreenPath, screens } from '@stellwerk/contract/screens';
import type { ScreenPage } from '../lib/screen-page.ts';
import { type DiscoveredPage, framePages } from './app-routes.ts';

const modules = import.meta.glob<{ routes: ScreenPage[] }>('../features/*/routes.tsx', { eager: true });

/** `../features/home/routes.tsx` belongs to `home`. */
const featureOf = (file: string) => file.split('/').at(-2) ?? '';

export const pages: readonly DiscoveredPage[] = [
  ...framePages,
  ...Object.entries(modules).flatMap(([file, { routes }]) =>
    routes.map((page) => ({ ...page, namespace: featureOf(file) })),
  ),
];

/** Screens of the specification that are not built yet. They show a page that says so. */
export function missingScreens(built: readonly { path: string }[] = pages): ScreenPath[] {
  const paths = new Set(built.map((page) => page.path));
  return screens.filter((screen) => !screen.redirect && !paths.has(screen.path)).map((screen) => screen.path);
}

/** The drawer and the palette offer only these; an address typed by hand also opens the others. */
export function builtScreens(built: readonly { path: string }[] = pages): Screen[] {
  const missing = new Set<string>(missingScreens(built));
  return screens.filter((screen) => !missing.has(screen.path));
}
