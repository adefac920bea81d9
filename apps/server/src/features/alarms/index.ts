export { alarms } from './alarm.table.ts';
