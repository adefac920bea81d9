export { TwinAlarms } from './TwinAlarms.tsx';
