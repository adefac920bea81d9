import { Alert } from '@mui/material';
import { impersonate } from '@stellwerk/contract/session';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useImpersonation } from './session.queries.ts';

export interface ImpersonateDialogProps {
  user: { id: number; name: string };
  onClose: () => void;
}

const reasonOnly = impersonate.body.pick({ reason: true }).required();

/** Asks for the reason, then opens the start page as the other user. */
export function ImpersonateDialog({ user, onClose }: ImpersonateDialogProps) {
  const { t } = useTranslation('session');
  const { begin } = useImpersonation();
  return (
    <FormDialog
      open
      title={t('impersonate.title', { name: user.name })}
      description={t('impersonate.description')}
      submitLabel={t('impersonate.submit')}
      schema={reasonOnly}
      defaultValues={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await begin({ userId: user.id, reason });
        // All loaded data belongs to the previous user, so the app is reloaded.
        window.location.hash = '#/home';
        window.location.reload();
      }}
      onClose={onClose}
    >
      <Alert severity="warning">{t('impersonate.warning')}</Alert>
      <TextInput name="reason" label={t('impersonate.reason')} rows={2} maxLength={500} required autoFocus />
    </FormDialog>
  );
}
