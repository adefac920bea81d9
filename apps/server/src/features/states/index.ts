export { stateGuards } from './state.policy.ts';
export { droppedSeries, stateEdges, states, stateValues } from './state.table.ts';
