export { useFavouriteActions, useFavourites } from './favourite.queries.ts';
export { TwinField, type TwinFieldProps } from './TwinField.tsx';
export { type PickedTwin, TwinPicker, type TwinPickerProps } from './TwinPicker.tsx';
export { TwinIcon, type TwinIconProps, TwinTitle, type TwinTitleProps } from './TwinTitle.tsx';
export { useTwin } from './twin.queries.ts';
