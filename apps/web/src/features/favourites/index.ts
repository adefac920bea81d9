export { favouriteKeys, useFavouriteActions, useFavourites } from './favourite.queries.ts';
export { StarButton, type StarButtonProps } from './StarButton.tsx';
export { type StarObject, useStarAction } from './use-star.ts';
