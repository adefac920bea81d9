export { AlarmSeverity } from './AlarmChips.tsx';
export { originPath } from './paths.ts';
export { useLiveAlarms } from './use-live-alarms.ts';
