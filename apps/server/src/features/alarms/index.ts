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
export { alarmComments, alarmEscalations, alarms, maintenances } from './alarm.table.ts';
export { alarmView } from './alarm.view.ts';
export { attachToCause, detachFromCause, findOpenAlarm, findOpenCauses } from './alarm-cause.store.ts';
export { acknowledgeLocked, assignLocked, endAlarms, lockAlarms, muteLocked } from './alarm-change.store.ts';
export { noteAlarmChanges } from './alarm-changes.store.ts';
export {
  commentsOf,
  type FoundComment,
  findComment,
  insertComments,
  lastComments,
  personName,
} from './alarm-comment.store.ts';
export { type NewEscalation, planEscalations } from './escalation.store.ts';
export {
  deleteMaintenance,
  findMaintenance,
  findMaintenances,
  insertMaintenance,
} from './maintenance.store.ts';
export { findMutedRules, refreshMutes } from './mute.store.ts';
