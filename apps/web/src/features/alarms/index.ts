export { AlarmSeverity } from './AlarmChips.tsx';
export { useAlarmStatistics } from './alarm.queries.ts';
export { filterOf as alarmFilterOf } from './alarm-filter.ts';
export { originPath } from './paths.ts';
export { SmartGroupAlarms } from './SmartGroupAlarms.tsx';
export { useLiveAlarms } from './use-live-alarms.ts';
