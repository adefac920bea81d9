export { drawerLinks } from './drawer-link.table.ts';
