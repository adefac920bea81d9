import { favouriteSizes } from '@stellwerk/contract/favourite';
import { describe, expect, it } from 'vitest';
import { shownSize, sizeAfter, sizeAt } from './tile-size.ts';

describe('sizeAfter', () => {
  it('goes step by step and stays at the ends', () => {
    expect(sizeAfter('small', 1, favouriteSizes)).toBe('medium');
    expect(sizeAfter('large', 1, favouriteSizes)).toBe('large');
    expect(sizeAfter('medium', -1, favouriteSizes)).toBe('small');
    expect(sizeAfter('small', -1, favouriteSizes)).toBe('small');
  });

  it('returns only sizes of the type', () => {
    expect(sizeAfter('medium', 1, ['small', 'medium'])).toBe('medium');
    expect(sizeAfter('large', -1, ['small', 'medium'])).toBe('small');
  });
});

describe('shownSize', () => {
  it('is the largest of the type if it lacks the stored one', () => {
    expect(shownSize('large', ['small', 'medium'])).toBe('medium');
    expect(shownSize('small', ['small', 'medium'])).toBe('small');
  });
});

describe('sizeAt', () => {
  const widths = { columnPx: 250, rowPx: 1050 };

  it('returns the nearest width', () => {
    const pulled = [10, 370, 380, 700, 790, 2_000].map((width) => sizeAt(width, widths, favouriteSizes));
    expect(pulled).toEqual(['small', 'small', 'medium', 'medium', 'large', 'large']);
  });

  it('returns no size that the type lacks', () => {
    expect(sizeAt(2_000, widths, ['small', 'medium'])).toBe('medium');
  });
});
