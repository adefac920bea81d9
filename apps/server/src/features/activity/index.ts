export { recordActivity } from './activity.store.ts';
