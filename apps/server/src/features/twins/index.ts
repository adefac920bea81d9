export { ancestorsOf, visibleAncestorsOf } from './ancestors.store.ts';
export { addTwins, type NewTwins } from './bulk.service.ts';
export { findTags } from './choice.store.ts';
export { openTwinImage } from './file.service.ts';
export { findPage, matchesTwins } from './filter.store.ts';
export { grantsOfStarter } from './job-rights.service.ts';
export { mercatorOf } from './mercator.ts';
export { createMover } from './move.service.ts';
export { placeTwin, setTwinHealths, setTwinStatuses } from './place.store.ts';
export {
  type OutsideAggregate,
  type TwinDevicesPort,
  type TwinStatesPort,
  twinDevicesPort,
  twinStatesPort,
} from './ports.ts';
export { referencesOf } from './reference.store.ts';
export { createRemovalService, type RemovalService, type RemovedKind } from './removal.service.ts';
export { removeEmptyTwin, removeTwins } from './removal.store.ts';
export { holdsWordsOrTwins } from './search-words.store.ts';
export { seesTwins } from './twin.policy.ts';
export { createTwinService, type TwinKind, type TwinService } from './twin.service.ts';
export { twinFiles, twinPositions, twinReferences, twins, twinUsers } from './twin.table.ts';
export { inTwin, isBelowTwin, scopedTwins, twinView, twinViewAs } from './twin.view.ts';
export { summaryColumns } from './twin-row.store.ts';
