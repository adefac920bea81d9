export {
  type AlarmSubject,
  endOf,
  type NewAlarm,
  type OpenedAlarm,
  openAlarms,
  regradeAlarms,
  resolveAlarms,
  resolveAlarmsOfTwins,
} from './alarm.store.ts';
export { alarmComments, alarms } from './alarm.table.ts';
export { changeAlarms, noteAlarmChanges } from './alarm-news.store.ts';
