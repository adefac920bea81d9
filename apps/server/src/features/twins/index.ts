export { addTwins, type NewTwins } from './copy/bulk.service.ts';
export { openTwinImage } from './files/file.service.ts';
export { addImported } from './import/add-rows.service.ts';
export { findImportHome } from './import/import.store.ts';
export { publicStatusesBelow } from './list/below.store.ts';
export { findTags } from './list/choice.store.ts';
export { filteredTwins, isInScopes, matchesTwins } from './list/filter.store.ts';
export { holdsWordsOrTwins } from './list/search-words.store.ts';
export { readTwinRows } from './list/twin-row.store.ts';
export { createFollowAddress, type FollowAddress } from './place/follow-address.ts';
export { mercatorOf } from './place/mercator.ts';
export {
  dropPositions,
  lockEnabledTwins,
  lockTwinHealths,
  placeTwin,
  setTwinAlarms,
  setTwinHealths,
  setTwinStatuses,
  setTwinsDisabled,
} from './place/place.store.ts';
export {
  type CarriedRules,
  type CarryRules,
  type CopyAuthor,
  findPlacePort,
  type LeftOutRule,
  type OutsideAggregate,
  ruleCarriers,
  type StateCopies,
  type TwinDevicesPort,
  type TwinStatesPort,
  twinDevicesPort,
  twinStatesPort,
} from './ports.ts';
export { referencesOf } from './reference.store.ts';
export { type Ancestor, ancestorsOf, visibleAncestorsOf } from './tree/ancestors.store.ts';
export { createMover } from './tree/move.service.ts';
export { createRemovalService, type RemovalService, type RemovedKind } from './tree/removal.service.ts';
export { removeEmptyTwin, removeTwins } from './tree/removal.store.ts';
export { mayHere, narrowedToDevices, seenHere, seesTwins } from './twin.policy.ts';
export { createTwinService, type TwinKind, type TwinService } from './twin.service.ts';
export { twinFiles, twinPositions, twinReferences, twins, twinUsers } from './twin.table.ts';
export {
  inTwin,
  isBelowTwin,
  scopedTwins,
  twinFileView,
  twinIdsOfAccount,
  twinPositionView,
  twinView,
  twinViewAs,
  viewedTwins,
} from './twin.view.ts';
