export { aggregateValue, newestOf } from './compute/aggregate.ts';
export { floorClock, floorDate, shiftWall } from './compute/calendar.ts';
export { fitValue } from './compute/fit.ts';
export { countStatesOfConnectors, normaliseStateIdentifiers } from './connector-use.store.ts';
export { createStateCache } from './engine/cache.ts';
export { deriveTimeseries } from './engine/derive.ts';
export { findIntakes } from './engine/graph.store.ts';
export { readIncoming } from './engine/incoming.ts';
export { createNewestValues } from './engine/newest.ts';
export { checkTransformer, hasTransformer, outcomeOf, runTransformers } from './engine/scripts.ts';
export { refreshTwinStatuses, takeSeqs } from './engine/value.store.ts';
export { type AppliedValue, isComputed, type ValueUpdate } from './engine/value.ts';
export { createValues, type Values } from './engine/values.ts';
export { noteRemoval } from './engine/windows/removal.store.ts';
export type { StateUse, StateUses } from './lineage.service.ts';
export {
  type ButtonCommand,
  type ButtonCommands,
  buttonCommands,
  type StateChange,
  type StateLock,
  type StateSenders,
  stateLocks,
  stateSenders,
  stateUses,
  valueFollowers,
  valuesPort,
} from './ports.ts';
export { routeValues } from './routing.service.ts';
export { publishApplied } from './state.events.ts';
export { removeStates } from './state.service.ts';
export {
  changeState,
  changeStates,
  findDropped,
  forgetDropped,
  insertSameStates,
  insertStates,
  lockStatesOf,
  readTwinStates,
  type StateDefinition,
  type StateWithValue,
  statesOfTwins,
} from './state.store.ts';
export { droppedSeries, stateEdges, states } from './state.table.ts';
export {
  scopedStates,
  stateEdgeView,
  stateView,
  stateViewAs,
} from './state.view.ts';
export { currentValueOf, problemOf, toWire } from './state-mapper.ts';
