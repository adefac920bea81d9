import type { ScreenRule } from '@stellwerk/contract/screens';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AnySlot } from './slots.ts';

/** A navigation to a page. */
export interface PageVisit {
  queries: QueryClient;
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, unknown>>;
}

/**
 * A page that a feature exports in `features/<noun>/routes.tsx` as `routes: ScreenPage[]`, where the router finds it.
 * The path is one of the contract's screens in the same notation (`/virtual-devices/{id}`); the screen defines rule and
 * layout.
 */
export interface ScreenPage {
  path: string;
  /** `() => import('./HomePage.tsx').then((module) => module.HomePage)` */
  load: () => Promise<ComponentType>;
  /**
   * Prefetches the page's data while its code loads. The page is rendered when this has finished, or after a short
   * time; the page itself shows failures.
   */
  prepare?: (visit: PageVisit) => Promise<void>;
  /** Slots of the page: the texts and the code of their entries are loaded together with the page. */
  slots?: readonly AnySlot[];
  /** A text key such as `home:title`; without it the title of the screen list is used (`app:screens.<path>`). */
  title?: string;
  /** Only for a page that is not in the list of screens: its access rule. */
  rule?: ScreenRule;
}
