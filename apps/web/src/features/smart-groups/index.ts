export { useSmartGroupChoices } from './group.queries.ts';
export { groupPath } from './paths.ts';
export { type SmartGroupContext, smartGroupTabs } from './slots.ts';
