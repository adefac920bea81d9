import { screens } from '@stellwerk/contract/screens';
import { describe, expect, it } from 'vitest';
import { pages, unbuiltScreens } from './pages.ts';
import { placesOf } from './places.ts';

const load = async () => () => null;

describe('pages', () => {
  it('finds the pages of the features', () => {
    const found = Object.fromEntries(pages.map((page) => [page.path, page.namespace]));
    expect(found).toMatchObject({ '/login': 'session', '/': 'session', '/home': 'home', '/error': 'app' });
  });

  it('offers no page twice', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
  });

  it('lists what is not built yet, without redirects', () => {
    expect(unbuiltScreens([])).toHaveLength(82);
    expect(unbuiltScreens([])).not.toContain('/fm-building-mgmt');
    expect(unbuiltScreens([{ path: '/home' }])).toHaveLength(81);
    expect(unbuiltScreens()).not.toContain('/login');
  });
});

describe('placesOf', () => {
  it('gives every screen a place, built or not', () => {
    const places = placesOf([]);
    expect(places.map(({ screen }) => screen.path)).toEqual(screens.map((screen) => screen.path));
    expect(places.every(({ page }) => page === undefined)).toBe(true);
    expect(places[8]?.titleKey).toBe('app:screens./home');
  });

  it('adds pages of features that the list does not know, behind the login unless they say otherwise', () => {
    const added = placesOf([
      { path: '/extra', namespace: 'extra', load },
      { path: '/open', namespace: 'extra', load, rule: 'public', title: 'extra:open' },
    ]).slice(screens.length);
    expect(added.map(({ screen, titleKey }) => [screen.rule, screen.hasLayout, titleKey])).toEqual([
      ['login', undefined, 'extra:title'],
      ['public', false, 'extra:open'],
    ]);
  });
});
