import { widgetFields } from '@stellwerk/contract/dashboard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameOrder, moveTo } from '../../../../ui/order/reorder.ts';
import { dropIndex, pulled, rowsOf, wallScale } from './layout.ts';

const widget = (size: number, minHeightPx = 200) => ({ size, minHeightPx });

describe('rows', () => {
  it('contain as many widgets as fit into twelve columns', () => {
    expect(rowsOf([widget(3), widget(6), widget(4), widget(12), widget(1)]).map((row) => row.length)).toEqual([
      2, 1, 1, 1,
    ]);
  });

  it('never overflow, lose nothing and keep the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 })), (sizes) => {
        const widgets = sizes.map((size) => widget(size));
        const rows = rowsOf(widgets);
        expect(rows.flat()).toEqual(widgets);
        for (const row of rows) expect(row.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(12);
      }),
    );
  });
});

describe('a wall display', () => {
  it('stretches a few widgets and shrinks many, within limits', () => {
    expect(wallScale([widget(6, 200), widget(6, 400), widget(12, 384)], 800, 16)).toBe(1);
    expect(wallScale([widget(12, 100)], 1_000, 16)).toBe(3);
    expect(
      wallScale(
        Array.from({ length: 40 }, () => widget(12)),
        1_000,
        16,
      ),
    ).toBe(0.5);
    expect(wallScale([], 1_000, 16)).toBe(1);
  });
});

describe('dropping', () => {
  const rects = [
    { left: 0, right: 100, top: 0, bottom: 50 },
    { left: 110, right: 210, top: 0, bottom: 50 },
    { left: 0, right: 210, top: 60, bottom: 110 },
  ];

  it.each([
    [{ x: 20, y: 20 }, 0],
    [{ x: 90, y: 20 }, 1],
    [{ x: 205, y: 20 }, 2],
    [{ x: 20, y: 55 }, 2],
    [{ x: 200, y: 100 }, 3],
    [{ x: 20, y: 500 }, 3],
    [{ x: 20, y: -40 }, 0],
  ])('at %o inserts before number %i', (pointer, index) => {
    expect(dropIndex(pointer, rects, false)).toBe(index);
  });

  it('compares only heights if there is one column', () => {
    expect(dropIndex({ x: 400, y: 10 }, rects, true)).toBe(0);
    expect(dropIndex({ x: 0, y: 100 }, rects, true)).toBe(3);
  });
});

describe('moving', () => {
  it('keeps all widgets and stays inside the list', () => {
    expect(moveTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(moveTo(['a', 'b', 'c'], 'b', -3)).toEqual(['b', 'a', 'c']);
    expect(moveTo(['a', 'b', 'c'], 'b', 9)).toEqual(['a', 'c', 'b']);
    expect(isSameOrder(moveTo(['a', 'b'], 'b', 1), ['a', 'b'])).toBe(true);
  });
});

const { size: sizes, minHeightPx: heights } = widgetFields.shape;

describe('resizing', () => {
  it('snaps to columns and to steps of eight pixels', () => {
    expect(pulled(widget(4, 200), { x: 130, y: 13 }, 100)).toEqual({ size: 5, minHeightPx: 216 });
    expect(pulled(widget(4, 203), { x: -40, y: 0 }, 100)).toEqual({ size: 4, minHeightPx: 200 });
  });

  it('always returns sizes that the server accepts', () => {
    const delta = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 64, max: 2_000 }),
        delta,
        delta,
        (size, h, x, y) => {
          const next = pulled(widget(size, h), { x, y }, 80);
          expect([sizes.safeParse(next.size).success, heights.safeParse(next.minHeightPx).success]).toEqual([
            true,
            true,
          ]);
        },
      ),
    );
  });
});
