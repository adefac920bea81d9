import { Alert, Box, Button, Typography } from '@mui/material';
import { authenticationCode, recoveryCode } from '@stellwerk/contract/two-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSession } from '../../lib/session.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useTwoFactorActions } from './session.queries.ts';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

const eitherCode = z.object({
  token: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.union([authenticationCode, recoveryCode])),
});

function DisableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('session');
  const { disable } = useTwoFactorActions();
  return (
    <FormDialog
      open
      maxWidth="xs"
      title={t('twoFactor.turnOffTitle')}
      description={t('twoFactor.turnOffDescription')}
      submitLabel={t('twoFactor.turnOff')}
      schema={eitherCode}
      defaultValues={{ token: '' }}
      onSubmit={async ({ token }) => {
        await disable(token);
        showToast({ message: t('twoFactor.turnedOff') });
      }}
      onClose={onClose}
    >
      <TextInput
        name="token"
        label={t('factor.code')}
        help={t('twoFactor.eitherHelp')}
        autoComplete="one-time-code"
        maxLength={20}
        required
        autoFocus
      />
    </FormDialog>
  );
}

/** The section of the profile that enables and disables the second factor. */
export function TwoFactorSection() {
  const { t } = useTranslation('session');
  const session = useSession();
  const { begin } = useTwoFactorActions();
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [isDisabling, setDisabling] = useState(false);
  if (!session?.user) return null;
  // The recovery codes are shown after it is enabled; the dialog stays until they are saved.
  const isOn = session.user.mfa;
  return (
    <Card
      title={t('twoFactor.title')}
      action={<StatusChip status={isOn ? 'ok' : 'unknown'} label={t(isOn ? 'twoFactor.on' : 'twoFactor.off')} />}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2 }}>
        <Typography color="textSecondary">{t(isOn ? 'twoFactor.onText' : 'twoFactor.offText')}</Typography>
        {begin.error && <Alert severity="error">{failureOf(begin.error).message}</Alert>}
        {session.impersonator ? (
          <Typography color="textSecondary">{t('twoFactor.onlyThemselves')}</Typography>
        ) : isOn ? (
          <Button onClick={() => setDisabling(true)}>{t('twoFactor.turnOff')}</Button>
        ) : (
          <Button
            variant="contained"
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: setSetup })}
          >
            {t('twoFactor.start')}
          </Button>
        )}
      </Box>
      {setup && <TwoFactorSetup {...setup} onClose={() => setSetup(undefined)} />}
      {isDisabling && <DisableDialog onClose={() => setDisabling(false)} />}
    </Card>
  );
}
