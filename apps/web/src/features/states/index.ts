export { LineageDialog, type LineageDialogProps } from './lineage/LineageDialog.tsx';
export type { PickedState } from './picker/picker.queries.ts';
export { StatePicker, type StatePickerProps } from './picker/StatePicker.tsx';
export { StatesTab } from './StatesTab.tsx';
export { TwinTiles, type TwinTilesProps } from './TwinTiles.tsx';
export { StateTile, type StateTileProps } from './tiles/StateTile.tsx';
export { TileGrid } from './tiles/TileGrid.tsx';
export type { TileHistory, TilePlace, TileState } from './tiles/tile-types.ts';
