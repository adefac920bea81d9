import { noSession, type Session } from '@stellwerk/contract/session';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { createSessionStore } from './session.ts';

const signedIn: Session = {
  ...noSession,
  isAuthenticated: true,
  user: {
    id: 1,
    email: 'lea@example.org',
    username: 'lea',
    firstName: 'Lea',
    lastName: 'Stein',
    tenantId: 1,
    tenantName: 'Stadtwerke',
    language: null,
    mfa: false,
  },
  tenantId: 1,
  abilities: ['VirtualDevice.read'],
};
const stranger: Session = { ...signedIn, isAuthenticated: false, user: null, tenantId: null, abilities: [] };

const timeout = () => new ApiError(0, { code: 'TIMEOUT', message: 'slow' });
const badGateway = () => new ApiError(502, { code: 'SERVICE_UNAVAILABLE', message: 'gateway' });
const broken = () => new ApiError(500, { code: 'INTERNAL_ERROR', message: 'bug' });

const minutes = (count: number) => count * 60_000;

function setUp() {
  const world = { answer: signedIn as Session | Error, nowMs: 0, calls: 0 };
  const store = createSessionStore({
    now: () => world.nowMs,
    verify: async () => {
      world.calls += 1;
      if (world.answer instanceof Error) throw world.answer;
      return world.answer;
    },
  });
  return { world, store };
}

describe('session', () => {
  it('is loading until the server has responded', async () => {
    const { store } = setUp();
    expect(store.state()).toEqual({ status: 'loading', session: undefined });
    expect(await store.check()).toEqual(signedIn);
    expect(store.state().status).toBe('success');
  });

  it('treats a stranger as logged out', async () => {
    const { world, store } = setUp();
    world.answer = stranger;
    expect(await store.ensure()).toBeUndefined();
    expect(store.state()).toEqual({ status: 'loggedOut', session: undefined });
  });

  it.each([
    ['a timeout', timeout],
    ['a bad gateway', badGateway],
  ])('survives %s for thirty minutes', async (_, failure) => {
    const { world, store } = setUp();
    await store.check();
    world.answer = failure();
    world.nowMs = minutes(30) - 1;
    expect(await store.check()).toEqual(signedIn);
    world.nowMs = minutes(30);
    expect(await store.check()).toBeUndefined();
    expect(store.state().status).toBe('error');
  });

  it('counts the thirty minutes from the last response of the server', async () => {
    const { world, store } = setUp();
    await store.check();
    world.nowMs = minutes(20);
    await store.check();
    world.answer = timeout();
    world.nowMs = minutes(45);
    expect(await store.check()).toEqual(signedIn);
  });

  it('does not survive an error response', async () => {
    const { world, store } = setUp();
    await store.check();
    world.answer = broken();
    expect(await store.check()).toBeUndefined();
  });

  it('has nothing to restore without a session', async () => {
    const { world, store } = setUp();
    world.answer = timeout();
    expect(await store.ensure()).toBeUndefined();
    expect(store.state().status).toBe('error');
  });

  it('answers a guard at once while fresh, and still queries the server', async () => {
    const { world, store } = setUp();
    await store.check();
    world.answer = stranger;
    world.nowMs = 4_999;
    expect(await store.ensure()).toEqual(signedIn);
    await store.check();
    expect(store.state().status).toBe('loggedOut');
    expect(world.calls).toBe(2);
  });

  it('lets a guard wait for the server when the last response is older', async () => {
    const { world, store } = setUp();
    await store.check();
    world.answer = stranger;
    world.nowMs = 5_000;
    expect(await store.ensure()).toBeUndefined();
  });

  it('sends one request for simultaneous checks', async () => {
    const { world, store } = setUp();
    await Promise.all([store.check(), store.check(), store.ensure()]);
    expect(world.calls).toBe(1);
  });

  it('ignores a response that was requested before the logout', async () => {
    const { store } = setUp();
    const early = store.check();
    store.signedOut();
    expect(await early).toBeUndefined();
    expect(store.state()).toEqual({ status: 'loggedOut', session: undefined, hasLeft: true });
  });

  it('notifies listeners of changes only', async () => {
    const { world, store } = setUp();
    let count = 0;
    const stop = store.subscribe(() => {
      count += 1;
    });
    await store.check();
    await store.check();
    expect(count).toBe(1);
    world.answer = { ...signedIn, abilities: [] };
    await store.check();
    expect(count).toBe(2);
    stop();
    store.signedOut();
    expect(count).toBe(2);
  });
});
