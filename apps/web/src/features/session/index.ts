export { ImpersonateDialog, type ImpersonateDialogProps } from './ImpersonateDialog.tsx';
export { LanguageSwitch } from './LanguageSwitch.tsx';
export { OwnSessions } from './OwnSessions.tsx';
export { useLogout } from './session.queries.ts';
export { TwoFactorSection } from './TwoFactorSection.tsx';
