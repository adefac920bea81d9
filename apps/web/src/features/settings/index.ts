export { type SettingsTabContext, settingsTabs } from './slots.ts';
