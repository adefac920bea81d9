import type { User } from '@stellwerk/contract/user';
import type { TFunction } from 'i18next';
import { KeyRound, LogOut, Power, PowerOff, ShieldOff, Trash2, UserRoundCog } from 'lucide-react';
import type { PageAction } from '../../ui/page/actions.ts';
import type { UserDialogKind } from './UserDialogs.tsx';

interface MenuOptions {
  isOwn: boolean;
  t: TFunction<'users'>;
  onAsk: (kind: UserDialogKind) => void;
}

/** Actions on a user for which the current user has permission. */
export function userMenu(user: User, { isOwn, t, onAsk }: MenuOptions): PageAction[] {
  const { abilities, active, kind, mfa } = user;
  const isPerson = kind === 'person';
  const entry = (dialog: UserDialogKind, icon: PageAction['icon'], isOffered: boolean): PageAction[] =>
    isOffered ? [{ label: t(`${dialog}.action`), ...(icon ? { icon } : {}), onClick: () => onAsk(dialog) }] : [];
  return [
    ...entry('sendLink', KeyRound, abilities.update && isPerson && active),
    ...entry('impersonate', UserRoundCog, abilities.impersonate),
    ...entry('signOut', LogOut, abilities.update && isPerson && !isOwn),
    ...entry('resetFactor', ShieldOff, abilities.update && isPerson && mfa && !isOwn),
    ...entry('activate', Power, abilities.update && !active),
    ...entry('deactivate', PowerOff, abilities.update && active && !isOwn),
    ...entry('remove', Trash2, abilities.delete).map((action) => ({ ...action, danger: true })),
  ];
}
