import type { Screen } from '@stellwerk/contract/screens';
import type { Session } from '@stellwerk/contract/session';
import { can } from '../lib/abilities.ts';
import type { SessionState } from '../lib/session.ts';

export type AccessDecision =
  | { kind: 'allow' }
  | { kind: 'login'; redirect: string }
  | { kind: 'elsewhere'; to: string };

export interface AccessQuestion {
  screen: Screen;
  session: Session | undefined;
  /** The full address inside the app, with its query. */
  href: string;
  /** Where the account's branding sends its users; none until branding exists. */
  drawerIconLink?: string;
}

/** Missing login leads to the login page and back; a missing permission leads home, or to the error page from there. */
export function decideAccess({ screen, session, href, drawerIconLink }: AccessQuestion): AccessDecision {
  const { rule } = screen;
  if (rule === 'public') return { kind: 'allow' };
  if (!session) return { kind: 'login', redirect: href };
  if (rule === 'login' || can(session, rule)) return { kind: 'allow' };
  const home = drawerIconLink ?? '/home';
  return { kind: 'elsewhere', to: screen.path === home ? '/error' : home };
}

/** The terms of use are asked for once, of the user themselves, on screens that need a sign-in. */
export const termsAreDue = (screen: Screen, { status, session }: SessionState): boolean =>
  screen.rule !== 'public' &&
  status === 'success' &&
  session !== undefined &&
  !session.eulaAccepted &&
  session.impersonator === null;
