import type { passwordLink } from '@stellwerk/contract/password';
import type { User } from '@stellwerk/contract/user';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { ImpersonateDialog } from '../session/index.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { useUserActions } from './user.queries.ts';
import { userName } from './user-name.ts';

type Confirmed = 'sendLink' | 'signOut' | 'resetFactor' | 'activate' | 'deactivate' | 'remove';
export type UserDialogKind = Confirmed | 'impersonate';

interface UserDialogsProps {
  kind: UserDialogKind;
  user: User;
  onClose: () => void;
}

const isDangerous = (kind: Confirmed) => kind === 'remove' || kind === 'deactivate' || kind === 'resetFactor';

function ConfirmUserDialog({ kind, user, onClose }: UserDialogsProps & { kind: Confirmed }) {
  const { t } = useTranslation('users');
  const { go } = useNavigation();
  const { sendLink, signOut, resetFactor, update, remove } = useUserActions();
  const [link, setLink] = useState<z.output<typeof passwordLink>>();
  const isShowingLink = useRef(false);
  const name = userName(user);
  const params = { id: user.id };

  const run: Record<Confirmed, () => Promise<unknown>> = {
    sendLink: async () => {
      setLink((await sendLink(user.id)).data);
      isShowingLink.current = true;
    },
    signOut: () => signOut(user.id),
    resetFactor: () => resetFactor(user.id),
    activate: () => update({ params, body: { active: true } }),
    deactivate: () => update({ params, body: { active: false } }),
    remove: async () => {
      await remove(user.id);
      go(`/account-mgmt/${user.tenantId}?tab=users`);
    },
  };

  if (link) return <LinkDialog link={link} user={{ name, email: user.email }} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={t(`${kind}.question`, { name })}
      description={t(`${kind}.description`)}
      confirmLabel={t(`${kind}.action`)}
      danger={isDangerous(kind)}
      typeToConfirm={kind === 'remove' ? name : undefined}
      onConfirm={async () => {
        await run[kind]();
        if (kind !== 'sendLink') showToast({ message: t(`${kind}.done`, { name }) });
      }}
      onClose={() => {
        // The confirmation closes, but the link is shown instead.
        if (!isShowingLink.current) onClose();
      }}
    />
  );
}

/** Confirms and runs actions on a user's access. */
export function UserDialogs({ kind, user, onClose }: UserDialogsProps) {
  if (kind === 'impersonate')
    return <ImpersonateDialog user={{ id: user.id, name: userName(user) }} onClose={onClose} />;
  return <ConfirmUserDialog kind={kind} user={user} onClose={onClose} />;
}
