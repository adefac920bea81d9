import type { Favourite } from '@stellwerk/contract/favourite';
import { describe, expect, it } from 'vitest';
import { changedTiles } from './favourite.queries.ts';

const tile = (id: number): Favourite => ({
  id,
  type: 'driver',
  size: 'small',
  position: id,
  object: {
    id,
    title: `driver ${id}`,
    tenantId: 1,
    tenantName: 'account',
    manufacturer: '',
    publishedVersion: null,
    deviceCount: 0,
  },
});
const tiles = [tile(1), tile(2), tile(3)];
const idsOf = (all: readonly Favourite[]) => all.map(({ id }) => id);

describe('changedTiles', () => {
  it('moves a tile forward, back and to the end', () => {
    expect(idsOf(changedTiles(tiles, { id: 3, position: 0 }))).toEqual([3, 1, 2]);
    expect(idsOf(changedTiles(tiles, { id: 1, position: 1 }))).toEqual([2, 1, 3]);
    expect(idsOf(changedTiles(tiles, { id: 1, position: 99 }))).toEqual([2, 3, 1]);
  });

  it('resizes a tile in place', () => {
    const changed = changedTiles(tiles, { id: 2, size: 'large' });
    expect(idsOf(changed)).toEqual([1, 2, 3]);
    expect(changed.map(({ size }) => size)).toEqual(['small', 'large', 'small']);
  });

  it('leaves everything unchanged for a removed tile', () => {
    expect(changedTiles(tiles, { id: 9, position: 0 })).toEqual(tiles);
  });
});
