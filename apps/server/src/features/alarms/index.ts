export {
  type AlarmSubject,
  type NewAlarm,
  openAlarms,
  regradeAlarms,
  resolveAlarms,
  resolveAlarmsOfTwins,
} from './alarm.store.ts';
export { alarms } from './alarm.table.ts';
