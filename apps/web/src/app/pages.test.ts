import { screens } from '@stellwerk/contract/screens';
import { describe, expect, it } from 'vitest';
import { appRoutesOf } from './app-routes.ts';
import { missingScreens, pages } from './pages.ts';

const load = async () => () => null;

describe('pages', () => {
  it('finds the pages of the features', () => {
    const found = Object.fromEntries(pages.map((page) => [page.path, page.namespace]));
    expect(found).toMatchObject({ '/login': 'session', '/': 'session', '/home': 'home', '/error': 'app' });
  });

  it('offers no page twice', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
  });

  it('lists screens that are not built yet, without redirects', () => {
    expect(missingScreens([])).toHaveLength(82);
    expect(missingScreens([])).not.toContain('/fm-building-mgmt');
    expect(missingScreens([{ path: '/home' }])).toHaveLength(81);
    expect(missingScreens()).not.toContain('/login');
  });
});

describe('appRoutesOf', () => {
  it('contains every screen, built or not', () => {
    const appRoutes = appRoutesOf([]);
    expect(appRoutes.map(({ screen }) => screen.path)).toEqual(screens.map((screen) => screen.path));
    expect(appRoutes.every(({ page }) => page === undefined)).toBe(true);
    expect(appRoutes[8]?.titleKey).toBe('app:screens./home');
  });

  it('adds pages that are not in the screen list, behind the login unless they say otherwise', () => {
    const added = appRoutesOf([
      { path: '/extra', namespace: 'extra', load },
      { path: '/open', namespace: 'extra', load, rule: 'public', title: 'extra:open' },
    ]).slice(screens.length);
    expect(added.map(({ screen, titleKey }) => [screen.rule, screen.hasLayout, titleKey])).toEqual([
      ['login', undefined, 'extra:title'],
      ['public', false, 'extra:open'],
    ]);
  });
});
