import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { isLeaving } from './is-leaving.ts';

export interface UnsavedGuardProps {
  /** Read when the user leaves: a form that was just saved must not block its own navigation. */
  isUnsaved: RefObject<boolean>;
  /** The changes are kept above the tabs of the page. */
  acrossTabs?: boolean;
}

/** Asks before changes are lost by a link, the back button or closing the window. */
export function UnsavedGuard({ isUnsaved, acrossTabs = false }: UnsavedGuardProps) {
  const { t } = useTranslation('ui');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved.current && isLeaving(current, next, { acrossTabs }),
    enableBeforeUnload: () => isUnsaved.current,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={t('form.leaveTitle')}
      description={t('form.leaveDescription')}
      confirmLabel={t('form.discard')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
