import type { QueryClient } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import { i18n, loadPresentTexts } from '../lib/i18n.ts';
import { safeRedirect } from '../lib/redirect.ts';
import type { SessionStore } from '../lib/session.ts';
import { loadContributions, loadSlots } from '../lib/slots.ts';
import { parseSearch, stringifySearch } from './address-values.ts';
import type { AppRoute, DiscoveredPage } from './app-routes.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { decideAccess } from './guard.ts';
import { Root } from './Root.tsx';
import { loadOrReload } from './release.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    appRoute?: AppRoute;
  }
}

export type RouterSessions = Pick<SessionStore, 'ensure' | 'state'>;

export interface RouterOptions {
  appRoutes: readonly AppRoute[];
  /** Absent in the public entry, which has no sessions. */
  sessions?: RouterSessions;
  queries?: QueryClient;
}

/**
 * Rendering a page once with its data is faster than rendering it twice. After a longer wait the user should see why.
 */
const preparationMs = 200;

const routePath = (path: string) => path.replace(/\{(\w+)\}/g, '$$$1').replace(/(.)\/$/, '$1');

/** The page's code and its texts load together, so that no text key is ever rendered. */
function componentOf(page: DiscoveredPage | undefined) {
  return lazyRouteComponent(
    () =>
      loadOrReload(async () => {
        if (!page) return { Page: (await import('./NotAvailablePage.tsx')).NotAvailablePage };
        const [Page] = await Promise.all([
          page.load(),
          i18n.loadNamespaces(page.namespace),
          loadSlots(page.slots ?? []),
        ]);
        await loadPresentTexts();
        return { Page };
      }),
    'Page',
  );
}

const shellComponent = lazyRouteComponent(
  () =>
    loadOrReload(async () => {
      const [shell] = await Promise.all([import('./shell/Shell.tsx'), i18n.loadNamespaces('ui'), loadContributions()]);
      await loadPresentTexts();
      return shell;
    }),
  'Shell',
);

export function buildRouter({ appRoutes, sessions, queries }: RouterOptions) {
  const root = createRootRoute({ component: Root });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: shellComponent });

  const routeOf = ({ screen, page, titleKey }: AppRoute, parent: typeof root | typeof shell) =>
    createRoute({
      getParentRoute: () => parent,
      path: routePath(screen.path),
      staticData: { appRoute: { screen, page, titleKey } },
      component: componentOf(page),
      loader: {
        handler: async ({ params, location, preload }) => {
          // A user who only hovers over a link may lack the permission for its page.
          if (preload || !queries || !page?.prepare) return;
          const prepared = page.prepare({ queries, params, search: location.search }).catch(() => {});
          await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, preparationMs))]);
        },
        staleReloadMode: 'blocking',
      },
      // Once per visit; the page itself reacts to changes of its address.
      shouldReload: ({ cause }) => cause === 'enter',
      beforeLoad: async ({ location, preload, search }) => {
        if (screen.redirect) throw redirect({ to: screen.redirect, replace: true });
        if (!sessions) return;
        if (screen.path === '/' || screen.path === '/login') {
          const target = safeRedirect(Reflect.get(search, 'redirect')) ?? '/home';
          if (await isSignedIn(sessions)) throw redirect({ href: target, replace: true });
          return;
        }
        if (screen.rule === 'public') return;
        // A preload on hover must not query the server each time; the navigation itself does.
        const session = preload ? sessions.state().session : await sessions.ensure();
        const decision = decideAccess({ screen, session, href: location.href });
        if (decision.kind === 'login') {
          throw redirect({ to: '/login', search: { redirect: decision.redirect }, replace: true });
        }
        if (decision.kind === 'elsewhere') throw redirect({ to: decision.to, replace: true });
      },
    });

  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: ({ location }) => {
      throw redirect({ to: '/error', search: { reason: 'notFound', path: location.pathname }, replace: true });
    },
  });

  const bare = appRoutes.filter(({ screen }) => screen.hasLayout === false);
  const framed = appRoutes.filter(({ screen }) => screen.hasLayout !== false);
  return createRouter({
    routeTree: root.addChildren([
      ...bare.map((appRoute) => routeOf(appRoute, root)),
      shell.addChildren(framed.map((appRoute) => routeOf(appRoute, shell))),
      unknown,
    ]),
    history: history(),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    // Queries keep their own cache.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
  });
}

/** Full addresses in links: accessibility checkers take a bare "/#/home" for an anchor inside the page. */
function history() {
  const inHash = createHashHistory();
  const { createHref } = inHash;
  inHash.createHref = (path) => new URL(createHref(path), window.location.href).href;
  return inHash;
}

function RouteError({ error, reset }: ErrorComponentProps) {
  const isFramed = useMatches({ select: (matches) => matches.some((match) => match.routeId === '/shell') });
  return <ErrorPage error={error} onRetry={reset} isWholePage={!isFramed} />;
}

/** A returning user should not see the login form flash; a slow server should not keep a stranger from the form. */
async function isSignedIn(sessions: RouterSessions): Promise<boolean> {
  const { status, session } = sessions.state();
  if (status !== 'loading') return session !== undefined;
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, 800, undefined));
  return (await Promise.race([sessions.ensure(), patience])) !== undefined;
}
