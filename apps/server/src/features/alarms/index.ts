export { alarmGuards } from './alarm.policy.ts';
export {
  type AlarmSubject,
  type NewAlarm,
  type OpenedAlarms,
  openAlarms,
  regradeAlarms,
  resolveAlarms,
  resolveAlarmsOfTwins,
  subjectKey,
} from './alarm.store.ts';
export { alarmComments, alarms } from './alarm.table.ts';
