import { type FavouriteSize, favouriteSizes } from '@stellwerk/contract/favourite';

/** The next size of a tile type in a direction; unchanged at the ends. */
export function sizeAfter(size: FavouriteSize, step: 1 | -1, sizes: readonly FavouriteSize[]): FavouriteSize {
  const all = favouriteSizes.filter((each) => sizes.includes(each));
  const place = all.indexOf(shownSize(size, sizes));
  return all[Math.min(Math.max(place + step, 0), all.length - 1)] ?? size;
}

/** A stored size that the type does not have is shown as its largest one. */
export const shownSize = (size: FavouriteSize, sizes: readonly FavouriteSize[]): FavouriteSize =>
  sizes.includes(size) ? size : (favouriteSizes.findLast((each) => sizes.includes(each)) ?? size);

/** The size of a tile whose corner is dragged to this width: the one with the nearest width. */
export function sizeAt(
  widthPx: number,
  { columnPx, rowPx }: { columnPx: number; rowPx: number },
  sizes: readonly FavouriteSize[],
): FavouriteSize {
  const widths: Record<FavouriteSize, number> = { small: columnPx, medium: columnPx * 2, large: rowPx };
  const away = (size: FavouriteSize) => Math.abs(widths[size] - widthPx);
  return favouriteSizes
    .filter((size) => sizes.includes(size))
    .reduce((best, size) => (away(size) < away(best) ? size : best));
}
