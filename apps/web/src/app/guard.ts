import type { Screen } from '@stellwerk/contract/screens';
import type { Session } from '@stellwerk/contract/session';
import { can } from '../lib/abilities.ts';
import type { SessionState } from '../lib/session.ts';

export type AccessDecision =
  | { kind: 'allow' }
  | { kind: 'login'; redirect: string }
  | { kind: 'elsewhere'; to: string };

export interface AccessRequest {
  screen: Screen;
  session: Session | undefined;
  /** The full address inside the app, with its query. */
  href: string;
  /** Where the account's branding redirects its users; absent without branding. */
  drawerIconLink?: string;
}

/**
 * A missing login leads to the login page and back. A missing permission leads to the home page, or from there to the
 * error page.
 */
export function decideAccess({ screen, session, href, drawerIconLink }: AccessRequest): AccessDecision {
  const { rule } = screen;
  if (rule === 'public') return { kind: 'allow' };
  if (!session) return { kind: 'login', redirect: href };
  if (rule === 'login' || can(session, rule)) return { kind: 'allow' };
  const home = drawerIconLink ?? '/home';
  return { kind: 'elsewhere', to: screen.path === home ? '/error' : home };
}

/** Users accept the terms of use once, on a screen that needs a sign-in. */
export const termsAreDue = (screen: Screen, { status, session }: SessionState): boolean =>
  screen.rule !== 'public' &&
  status === 'success' &&
  session !== undefined &&
  !session.eulaAccepted &&
  session.impersonator === null;
