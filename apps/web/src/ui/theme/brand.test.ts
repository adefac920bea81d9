import { brandStyle, brandSurfaces } from '@stellwerk/contract/branding-colours';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';
import { dark, light } from './tokens.ts';

it('colours of a brand are computed for the surfaces of the theme', () => {
  for (const [mode, tokens] of Object.entries({ light, dark })) {
    const { surface, background, surfaceRaised: raised } = tokens;
    expect(Reflect.get(brandSurfaces, mode)).toEqual({ surface, background, raised });
  }
});

it('colours of a brand replace variables that the theme has', () => {
  const known = JSON.stringify(theme.generateStyleSheets());
  const replaced = [...brandStyle('#aa3300').matchAll(/(--stellwerk-[\w-]+):/g)].map(([, name = '']) => name);
  expect(replaced.length).toBeGreaterThan(20);
  expect(replaced.filter((name) => !known.includes(`"${name}"`))).toEqual([]);
});
