export { UserSettingsSync } from './UserSettingsSync.tsx';
