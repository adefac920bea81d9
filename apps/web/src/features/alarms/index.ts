export { AlarmSeverity } from './AlarmChips.tsx';
export { useLiveAlarms } from './alarm-live.ts';
export { originPath } from './paths.ts';
export { TwinAlarms } from './TwinAlarms.tsx';
