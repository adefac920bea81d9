export { favourites } from './favourite.table.ts';
export { byId, type FavouriteKind, favouriteKinds } from './kind.ts';
