export { type AlarmLogDeps, createAlarmLog } from './alarm-log.service.ts';
