export { isStarred } from './favourite.store.ts';
export { favourites } from './favourite.table.ts';
export { favouriteView } from './favourite.view.ts';
export { type FavouriteKind, favouriteKinds } from './kind.ts';
