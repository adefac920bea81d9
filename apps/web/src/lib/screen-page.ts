import type { ScreenRule } from '@stellwerk/contract/screens';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** Somebody on the way to a page. */
export interface PageVisit {
  queries: QueryClient;
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, unknown>>;
}

/**
 * What a feature offers in `features/<noun>/routes.tsx` as `routes: ScreenPage[]`; the router finds it there.
 * The path is one of the contract's screens, written the same way (`/virtual-devices/{id}`); its rule and layout stand there.
 */
export interface ScreenPage {
  path: string;
  /** `() => import('./HomePage.tsx').then((module) => module.HomePage)` */
  load: () => Promise<ComponentType>;
  /**
   * Begins to read what the page will show while its code is on the way. The page is drawn when it is done, or after a
   * moment; failures are the page's to tell.
   */
  prepare?: (visit: PageVisit) => Promise<void>;
  /** A text key such as `home:title`; without it the title of the screen list is used (`app:screens.<path>`). */
  title?: string;
  /** Only for a page that is not in the list of screens: who may see it. */
  rule?: ScreenRule;
}
