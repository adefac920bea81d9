import { type Screen, screens } from '@stellwerk/contract/screens';
import type { ScreenPage } from '../lib/screen-page.ts';

export interface DiscoveredPage extends ScreenPage {
  /** The feature's folder, which is also the namespace of its texts. */
  namespace: string;
}

/** Pages of the shell itself. */
export const framePages: DiscoveredPage[] = [
  { path: '/error', namespace: 'app', load: () => import('./ErrorRoute.tsx').then((module) => module.ErrorRoute) },
];

export interface AppRoute {
  screen: Screen;
  /** Undefined while the screen is not built. */
  page: DiscoveredPage | undefined;
  titleKey: string;
}

/** Every address of the client: the screens of the specification and the pages that features add to them. */
export function appRoutesOf(built: readonly DiscoveredPage[]): AppRoute[] {
  const listed = screens.map((screen): AppRoute => {
    const page = built.find(({ path }) => path === screen.path);
    return { screen, page, titleKey: page?.title ?? `app:screens.${screen.path}` };
  });
  const added = built
    .filter((page) => !screens.some((screen) => screen.path === page.path))
    .map(
      (page): AppRoute => ({
        // The shell greets a user; a public page may have none.
        screen: {
          path: page.path,
          rule: page.rule ?? 'login',
          ...(page.rule === 'public' ? { hasLayout: false } : {}),
        },
        page,
        titleKey: page.title ?? `${page.namespace}:title`,
      }),
    );
  return [...listed, ...added];
}
