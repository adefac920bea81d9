export { AttachmentsTab } from './AttachmentsTab.tsx';
export { BelowChip } from './BelowChip.tsx';
export { DeletionNotice, useConsequences } from './DeletionNotice.tsx';
export { FloorFields } from './FloorSection.tsx';
export { withFoundPlace } from './geocode.queries.ts';
export { ImageInput } from './ImageInput.tsx';
export { LocationSection } from './LocationSection.tsx';
export { PlaceInput } from './PlaceInput.tsx';
export { RowsInput } from './RowsInput.tsx';
export { SmallMap } from './SmallMap.tsx';
export {
  type TwinContext,
  type TwinViewContext,
  twinActions,
  twinChips,
  twinPanels,
  twinTabs,
  twinViews,
} from './slots.ts';
export { TwinProperties } from './TwinFacts.tsx';
export { TwinField, type TwinFieldProps } from './TwinField.tsx';
export { TwinPageFrame, type TwinPageFrameProps } from './TwinPageFrame.tsx';
export { TwinPeople } from './TwinPeople.tsx';
export { type PickedTwin, TwinPicker, type TwinPickerProps } from './TwinPicker.tsx';
export { PeopleSection, PropertiesSection, TwinIconInput } from './TwinSections.tsx';
export { TwinIcon, type TwinIconProps, TwinTitle, type TwinTitleProps } from './TwinTitle.tsx';
export { useTwin, useTwinTags } from './twin.queries.ts';
export { placeErrorFields, placementOf, placeShapes } from './twin-place.ts';
