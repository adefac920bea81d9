import type { FavouriteObjects, FavouriteSize, FavouriteType } from '@stellwerk/contract/favourite';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export type ObjectOf<T extends FavouriteType> = FavouriteObjects[T];

export interface TileBodyProps<T extends FavouriteType> {
  object: ObjectOf<T>;
  size: FavouriteSize;
}

/** Appearance and behaviour of one type of favourite. */
export interface TileKind<T extends FavouriteType> {
  type: T;
  /** Decoration; `Sign` replaces it for objects with their own icon. */
  icon: LucideIcon;
  Sign?: ComponentType<{ object: ObjectOf<T> }>;
  /** The sizes with different content. */
  sizes: readonly FavouriteSize[];
  pathOf: (object: ObjectOf<T>) => string;
  /** The account or parent of the object, shown beside the type. */
  placeOf: (object: ObjectOf<T>) => string;
  Body: ComponentType<TileBodyProps<T>>;
  /** At these sizes the body is interactive; at others a press anywhere opens the object. */
  operatedAt?: readonly FavouriteSize[];
}
