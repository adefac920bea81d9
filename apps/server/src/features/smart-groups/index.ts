export { type SmartGroupUses, smartGroupFollowers, smartGroupUses } from './extensions.ts';
export { deviceFilterOf, readGroupFilter } from './group-filter.ts';
export { findSmartGroup, type StoredSmartGroup } from './smart-group.store.ts';
export { smartGroups } from './smart-group.table.ts';
export { scopedSmartGroups, smartGroupView } from './smart-group.view.ts';
