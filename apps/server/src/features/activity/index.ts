export { type FoundActivity, findActivityAbout, recordActivity } from './activity.store.ts';
export { type CheckedChain, checkActivity, countUnsealed } from './seal.service.ts';
