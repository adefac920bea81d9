export { aggregateValue, newestOf } from './compute/aggregate.ts';
export { floorClock, floorDate, shiftWall } from './compute/calendar.ts';
export { fitValue } from './compute/fit.ts';
export { createStateCache, type StateCache } from './engine/cache.ts';
export { deriveTimeseries } from './engine/derive.ts';
export { findIntakes } from './engine/graph.store.ts';
export { readIncoming } from './engine/incoming.ts';
export type { Place } from './engine/places.ts';
export { hasTransformer, outcomeOf, runTransformers } from './engine/scripts.ts';
export { refreshTwinStatuses, takeSeqs } from './engine/value.store.ts';
export { type AppliedValue, isComputed, type ValueUpdate } from './engine/value.ts';
export { type AppliedWork, createValues, type OnSealed, type Values } from './engine/values.ts';
export { noteRemoval } from './engine/windows/removal.store.ts';
export { OutdatedError } from './engine/write-set.ts';
export type { StateUse, StateUses } from './lineage.service.ts';
export { stateUses, valueFollowers, valuesPort } from './ports.ts';
export { type RoutedMessage, routeValues } from './routing.service.ts';
export { type ConnectorState, findConnectorStates } from './routing.store.ts';
export { publishApplied } from './state.events.ts';
export { removeStates } from './state.service.ts';
export {
  findDropped,
  forgetDropped,
  insertSameStates,
  insertStates,
  lockStatesOf,
  readTwinStates,
  type StateWithValue,
} from './state.store.ts';
export { droppedSeries, stateEdges, states, stateValues } from './state.table.ts';
export {
  scopedStates,
  stateEdgeView,
  stateValueView,
  stateValueViewAs,
  stateView,
  stateViewAs,
} from './state.view.ts';
export { currentValueOf, problemOf, toWire } from './state-mapper.ts';
