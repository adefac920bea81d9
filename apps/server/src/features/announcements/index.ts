export { announcements } from './announcement.table.ts';
