import type { Session, verify } from '@stellwerk/contract/session';
import { useSyncExternalStore } from 'react';
import { call, isUnreachable, type RouteAddress } from './api.ts';

export type SessionStatus = 'loading' | 'success' | 'error' | 'loggedOut';

export interface SessionState {
  status: SessionStatus;
  session: Session | undefined;
  /** The user logged out on purpose, so the login page does not return to the last page. */
  hasLeft?: true;
}

export interface SessionDependencies {
  verify: () => Promise<Session>;
  now: () => number;
}

/** Within this time a navigation does not wait for its verify call. */
const freshMs = 5_000;
/** How long a session survives without a response from the server. */
const survivalMs = 30 * 60_000;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The session of the signed-in user. The cookie is HttpOnly, so only the server can read it; the last response is
 * stored here.
 */
export function createSessionStore({ verify, now }: SessionDependencies) {
  let state: SessionState = { status: 'loading', session: undefined };
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<Session | undefined> | undefined;
  /** Counts sign-ins and logouts: a response that was requested before one of them is outdated. */
  let epoch = 0;
  const listeners = new Set<() => void>();

  function set(next: SessionState): Session | undefined {
    if (!same(next, state)) {
      state = next;
      for (const listener of listeners) listener();
    }
    return state.session;
  }

  async function ask(): Promise<Session | undefined> {
    const asked = epoch;
    try {
      const session = await verify();
      if (asked !== epoch) return state.session;
      verifiedAt = now();
      return set(
        session.isAuthenticated ? { status: 'success', session } : { status: 'loggedOut', session: undefined },
      );
    } catch (error) {
      if (asked !== epoch) return state.session;
      const survives = state.session && isUnreachable(error) && now() - verifiedAt < survivalMs;
      return survives ? state.session : set({ status: 'error', session: undefined });
    }
  }

  function check(): Promise<Session | undefined> {
    if (running) return running;
    const current = ask().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Queries the server now. */
    check,
    /** For guards: waits for the server unless its last response is recent; queries the server in either case. */
    ensure(): Promise<Session | undefined> {
      const isFresh = state.session && now() - verifiedAt < freshMs;
      const checked = check();
      return isFresh ? Promise.resolve(state.session) : checked;
    },
    /** After the server has accepted new credentials. */
    signedIn(): Promise<Session | undefined> {
      epoch += 1;
      running = undefined;
      return check();
    },
    signedOut(): void {
      epoch += 1;
      running = undefined;
      verifiedAt = Number.NEGATIVE_INFINITY;
      set({ status: 'loggedOut', session: undefined, hasLeft: true });
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

const verifyAddress: RouteAddress<typeof verify> = { method: 'GET', path: '/api/v1/auth/verify' };

export const sessionStore = createSessionStore({
  verify: async () => (await call(verifyAddress, { query: { domain: window.location.hostname } })).data,
  now: Date.now,
});

export const useSessionState = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.state);

/** The session of a page behind the guard; undefined for the moment between logout and the next page. */
export const useSession = (): Session | undefined => useSessionState().session;
