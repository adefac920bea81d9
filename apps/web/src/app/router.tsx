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
import { parseSearch, stringifySearch } from './address-values.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { decideAccess } from './guard.ts';
import type { DiscoveredPage, Place } from './places.ts';
import { Root } from './Root.tsx';
import { loadOrReload } from './release.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    place?: Place;
  }
}

export type RouterSessions = Pick<SessionStore, 'ensure' | 'state'>;

export interface RouterOptions {
  places: readonly Place[];
  /** Absent in the public entry, which knows no sessions. */
  sessions?: RouterSessions;
  queries?: QueryClient;
}

/** A page that is drawn with its content is there sooner than one that is drawn twice; who waits longer should see why. */
const preparationMs = 200;

const routePath = (path: string) => path.replace(/\{(\w+)\}/g, '$$$1').replace(/(.)\/$/, '$1');

/** The page's code and its texts arrive together, so that nothing is drawn without words. */
function componentOf(page: DiscoveredPage | undefined) {
  return lazyRouteComponent(
    () =>
      loadOrReload(async () => {
        if (!page) return { Page: (await import('./NotAvailablePage.tsx')).NotAvailablePage };
        const [Page] = await Promise.all([page.load(), i18n.loadNamespaces(page.namespace)]);
        await loadPresentTexts();
        return { Page };
      }),
    'Page',
  );
}

const shellComponent = lazyRouteComponent(
  () =>
    loadOrReload(async () => {
      const [shell] = await Promise.all([import('./shell/Shell.tsx'), i18n.loadNamespaces('ui')]);
      await loadPresentTexts();
      return shell;
    }),
  'Shell',
);

export function buildRouter({ places, sessions, queries }: RouterOptions) {
  const root = createRootRoute({ component: Root });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: shellComponent });

  const routeOf = ({ screen, page, titleKey }: Place, parent: typeof root | typeof shell) =>
    createRoute({
      getParentRoute: () => parent,
      path: routePath(screen.path),
      staticData: { place: { screen, page, titleKey } },
      component: componentOf(page),
      loader: {
        handler: async ({ params, location, preload }) => {
          // Who only points at a link may not go there.
          if (preload || !queries || !page?.prepare) return;
          const prepared = page.prepare({ queries, params, search: location.search }).catch(() => {});
          await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, preparationMs))]);
        },
        staleReloadMode: 'blocking',
      },
      // Once for each visit; the page follows its own address.
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
        // A preload on hover must not ask the server each time; the navigation itself does.
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

  const bare = places.filter(({ screen }) => screen.hasLayout === false);
  const framed = places.filter(({ screen }) => screen.hasLayout !== false);
  return createRouter({
    routeTree: root.addChildren([
      ...bare.map((place) => routeOf(place, root)),
      shell.addChildren(framed.map((place) => routeOf(place, shell))),
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

/** Full addresses in links: a bare "/#/home" is taken for an anchor inside the page by tools that check accessibility. */
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

/** A returning user should not see the login form flash; a slow server should not keep a stranger from it. */
async function isSignedIn(sessions: RouterSessions): Promise<boolean> {
  const { status, session } = sessions.state();
  if (status !== 'loading') return session !== undefined;
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, 800, undefined));
  return (await Promise.race([sessions.ensure(), patience])) !== undefined;
}
