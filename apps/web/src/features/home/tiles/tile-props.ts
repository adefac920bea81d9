import type { FavouriteObjects, FavouriteSize, FavouriteType } from '@stellwerk/contract/favourite';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export type ObjectOf<T extends FavouriteType> = FavouriteObjects[T];

export interface TileBodyProps<T extends FavouriteType> {
  object: ObjectOf<T>;
  size: FavouriteSize;
}

/** How one kind of favourite looks: everything that the page has to know of it. */
export interface TileKind<T extends FavouriteType> {
  type: T;
  /** Decoration; where objects have signs of their own, `Sign` draws those. */
  icon: LucideIcon;
  Sign?: ComponentType<{ object: ObjectOf<T> }>;
  /** Those that show something that smaller ones don't. */
  sizes: readonly FavouriteSize[];
  pathOf: (object: ObjectOf<T>) => string;
  /** Where the object belongs, beside the kind of thing it is. */
  placeOf: (object: ObjectOf<T>) => string;
  Body: ComponentType<TileBodyProps<T>>;
  /** At these sizes the body is operated by itself; at others a press anywhere opens the object. */
  operatedAt?: readonly FavouriteSize[];
}
