import { type Screen, screenAt } from '@stellwerk/contract/screens';
import { noSession, type Session } from '@stellwerk/contract/session';
import { describe, expect, it } from 'vitest';
import { decideAccess, termsAreDue } from './guard.ts';

function screen(path: string): Screen {
  const found = screenAt(path);
  if (!found) throw new Error(`No screen ${path}`);
  return found;
}

const sessionWith = (...abilities: string[]): Session => ({
  ...noSession,
  isAuthenticated: true,
  tenantId: 1,
  abilities,
});

describe('decideAccess', () => {
  it('lets everyone see public screens', () => {
    expect(decideAccess({ screen: screen('/login'), session: undefined, href: '/login' })).toEqual({ kind: 'allow' });
  });

  it('redirects strangers to the login with the full target address', () => {
    const href = '/virtual-devices/7?tab=live';
    expect(decideAccess({ screen: screen('/virtual-devices/{id}'), session: undefined, href })).toEqual({
      kind: 'login',
      redirect: href,
    });
  });

  it('requires only a login where the screen has no permission', () => {
    expect(decideAccess({ screen: screen('/home'), session: sessionWith(), href: '/home' })).toEqual({ kind: 'allow' });
  });

  it('admits users with the permission', () => {
    const session = sessionWith('VirtualDevice.manage');
    expect(decideAccess({ screen: screen('/virtual-devices'), session, href: '/virtual-devices' }).kind).toBe('allow');
  });

  it("redirects others to the home page, or to the branding's target", () => {
    const question = { screen: screen('/system-settings'), session: sessionWith(), href: '/system-settings' };
    expect(decideAccess(question)).toEqual({ kind: 'elsewhere', to: '/home' });
    expect(decideAccess({ ...question, drawerIconLink: '/dashboards' })).toEqual({
      kind: 'elsewhere',
      to: '/dashboards',
    });
  });

  it('ends at the error page when already at home', () => {
    const home: Screen = { path: '/home', rule: 'all.manage' };
    expect(decideAccess({ screen: home, session: sessionWith(), href: '/home' })).toEqual({
      kind: 'elsewhere',
      to: '/error',
    });
  });
});

describe('the terms of use', () => {
  const session: Session = { ...sessionWith(), eulaAccepted: false };

  it('are due on a screen that needs a sign-in', () => {
    expect(termsAreDue(screen('/home'), { status: 'success', session })).toBe(true);
  });

  it.each([
    ['on public screens', '/login', session],
    ['once accepted', '/home', { ...session, eulaAccepted: true }],
    ['while somebody acts as the user', '/home', { ...session, impersonator: { id: 2, name: 'Anna' } }],
  ])('are not due %s', (_, path, seen) => {
    expect(termsAreDue(screen(path), { status: 'success', session: seen })).toBe(false);
  });

  it('are not due while the session is unknown', () => {
    expect(termsAreDue(screen('/home'), { status: 'error', session })).toBe(false);
  });
});
