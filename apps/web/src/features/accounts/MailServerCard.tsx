import { Box, Button, Typography } from '@mui/material';
import { type Account, mailServerChange } from '@stellwerk/contract/account';
import { MailCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountActions, useTestMail } from './account.queries.ts';
import { errorOnField } from './error-on-field.ts';

const fresh = { host: '', port: 587, secure: false, user: '', sender: '', hasPassword: false };
const complaints = { EGRESS_DENIED: 'host', EGRESS_FAILED: 'host', EGRESS_REQUEST_INVALID: 'host' };

/** Tests the stored settings, so the button is outside the form. */
function TestButton({ accountId }: { accountId: number }) {
  const { t } = useTranslation('accounts');
  const test = useTestMail(accountId);
  return (
    <Button
      startIcon={<MailCheck aria-hidden />}
      loading={test.isPending}
      onClick={() =>
        test.mutate(undefined, {
          onSuccess: ({ sentTo, answer }) => showToast({ message: t('mail.tested', { sentTo, answer }) }),
          onError: ({ message }) => showToast({ message, status: 'error' }),
        })
      }
    >
      {t('mail.test')}
    </Button>
  );
}

interface MailServerFormProps {
  account: Account;
  onSaved: () => void;
  onCancel: (() => void) | undefined;
}

function MailServerForm({ account, onSaved, onCancel }: MailServerFormProps) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const { hasPassword, ...stored } = account.mailServer ?? fresh;
  return (
    <Form
      schema={mailServerChange}
      defaultValues={stored}
      onSubmit={async (mailServer) => {
        await update({ id: account.id, mailServer }).catch(errorOnField(complaints));
        showToast({ message: t('saved') });
        onSaved();
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '3fr 1fr' } }}>
        <TextInput name="host" label={t('mail.host')} required placeholder="smtp.example.org" />
        <NumberInput name="port" label={t('mail.port')} required />
      </Box>
      <SwitchInput name="secure" label={t('mail.secure')} help={t('mail.secureHelp')} />
      <TextInput name="user" label={t('mail.user')} help={t('mail.userHelp')} />
      <SecretInput name="password" label={t('mail.password')} isStored={hasPassword} help={t('mail.passwordHelp')} />
      <TextInput
        name="sender"
        label={t('mail.sender')}
        required
        help={t('mail.senderHelp')}
        placeholder="Stadtwerke <info@example.org>"
      />
      <FormActions needsChange {...(onCancel ? { onCancel } : {})} />
    </Form>
  );
}

export function MailServerCard({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const [isAdding, setAdding] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { mailServer } = account;
  const stop = () => setAdding(false);
  return (
    <Card title={t('mail.title')} action={<TestButton accountId={account.id} />}>
      {mailServer || isAdding ? (
        <MailServerForm
          key={JSON.stringify(mailServer)}
          account={account}
          onSaved={stop}
          onCancel={mailServer ? undefined : stop}
        />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5 }}>
            {t('mail.inherited')}
          </Typography>
          <Button onClick={() => setAdding(true)}>{t('mail.add')}</Button>
        </>
      )}
      {mailServer && (
        <Button
          variant="text"
          color="error"
          startIcon={<Trash2 aria-hidden />}
          onClick={() => setRemoving(true)}
          sx={{ mt: 1 }}
        >
          {t('mail.remove')}
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          open
          title={t('mail.removeQuestion')}
          description={t('mail.inherited')}
          confirmLabel={t('mail.remove')}
          onConfirm={async () => {
            await update({ id: account.id, mailServer: null });
            showToast({ message: t('mail.removed') });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  );
}
