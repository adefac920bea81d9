export {
  type AlarmSubject,
  findAlarmed,
  type NewAlarm,
  type OpenedAlarm,
  openAlarms,
  regradeAlarms,
  resolveAlarms,
  resolveAlarmsOfTwins,
} from './alarm.store.ts';
export { alarmComments, alarms } from './alarm.table.ts';
export { alarmView } from './alarm.view.ts';
export { attachToCause, detachFromCause, findOpenAlarm, findOpenCauses } from './alarm-cause.store.ts';
export { endAlarms, lockAlarms } from './alarm-change.store.ts';
export { noteAlarmChanges } from './alarm-changes.store.ts';
export {
  commentsOf,
  type FoundComment,
  findComment,
  insertComments,
  lastComments,
  personName,
} from './alarm-comment.store.ts';
