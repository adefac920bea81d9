import { permissionCatalogue } from '@stellwerk/contract/permission-catalogue';
import { type Session, session as sessionSchema, verify } from '@stellwerk/contract/session';
import type { Language } from '@stellwerk/contract/text';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { parseSearch, stringifySearch } from '../app/address-values.ts';
import { Providers } from '../app/Providers.tsx';
import { buildQueryClient } from '../app/query-client.ts';
import { i18n, loadPresentTexts } from '../lib/i18n.ts';
import { sessionStore } from '../lib/session.ts';
import { storage } from '../lib/storage.ts';
import { Toasts } from '../ui/feedback/Toasts.tsx';
import { dismissToast, toastStore } from '../ui/feedback/toast-store.ts';
import { on, respondTo } from './answers.ts';
import { type PartOf, sampleOf } from './sample.ts';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface RenderOptions {
  language?: Language;
  theme?: 'light' | 'dark';
  /** Size of the window; `phone` is one. */
  size?: { width: number; height: number };
  /** Permissions of the user; by default every one. */
  abilities?: readonly string[];
  /** Further properties of the session. */
  session?: PartOf<Session>;
  /** Path pattern of the page around the component, as the contract's screens write it: `/device/{id}`. */
  route?: string;
  /** Address inside the app, such as `/device/5?tab=live`. */
  path?: string;
}

const everyAbility = permissionCatalogue.flatMap(({ subject, actions }) =>
  actions.map((action) => `${subject}.${action}`),
);

function routerFor(ui: ReactNode, route: string, path: string) {
  const root = createRootRoute();
  const child = createRoute({
    getParentRoute: () => root,
    path: route.replace(/\{(\w+)\}/g, '$$$1'),
    component: () => ui,
  });
  // Links of the component lead to pages that the test does not render.
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  return createRouter({
    routeTree: root.addChildren(route === '$' ? [child] : [child, elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  });
}

/** Reports the first commit of its siblings: parts that load lazily may still be on their way. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}

async function signIn(abilities: readonly string[], more: PartOf<Session>): Promise<void> {
  const data = sampleOf(sessionSchema, {
    isAuthenticated: true,
    user: { id: 1, firstName: 'Kim', lastName: 'Berger', tenantId: 1, tenantName: 'Example' },
    tenantId: 1,
    eulaAccepted: true,
    abilities: [...abilities],
    ...more,
  });
  const stop = respondTo(on(verify, { data }));
  await sessionStore.signedIn();
  stop();
}

/** Renders a component inside the app's providers, as a signed-in user sees it, until the test ends. */
export async function render(ui: ReactNode, options: RenderOptions = {}) {
  const { language = 'en', theme = 'light', size = desktop, abilities = everyAbility, session = {} } = options;
  const { route = '$', path = '/' } = options;
  await page.viewport(size.width, size.height);
  storage.writeText('colourMode', theme);
  await i18n.changeLanguage(language);
  await i18n.loadNamespaces('ui');
  await loadPresentTexts();
  await signIn(abilities, session);

  const queries = buildQueryClient(() => {});
  const mounted = Promise.withResolvers<void>();
  const content = (
    <>
      {ui}
      <Toasts />
      <Mounted onMounted={mounted.resolve} />
    </>
  );
  const router = routerFor(content, route, path);
  const container = document.createElement('main');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    queries.clear();
    for (const { id } of toastStore.read()) dismissToast(id);
    container.remove();
  });
  await router.load();
  // Without strict mode, whose second run of all effects does not exist in the built app.
  root.render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await mounted.promise;
  return {
    /** The address inside the app. */
    path: () => router.state.location.href,
    queries,
    unmount: () => root.unmount(),
  };
}

/** A parent that keeps the value of a component. */
export function Kept<T>({ initial, children }: KeptProps<T>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

interface KeptProps<T> {
  initial: T;
  children: (value: T, change: (next: T) => void) => ReactNode;
}

/** Puts the keyboard on an element as soon as it is there. Only the Tab key shows focus rings and tooltips for sure. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  locator.element().focus();
}
