import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { readFactor } from './second-factor.ts';
import { useTwoFactorActions } from './session.queries.ts';

interface TwoFactorSetupProps {
  secret: string;
  /** The content of the QR code. */
  uri: string;
  onClose: () => void;
}

/** In groups of four, for reading aloud. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

function ScanStep({ secret, uri }: Pick<TwoFactorSetupProps, 'secret' | 'uri'>) {
  const { t } = useTranslation('session');
  return (
    <>
      <Typography color="textSecondary">{t('twoFactor.scan')}</Typography>
      <Box sx={{ display: 'flex', justifyContent: 'center' }}>
        <QrCode text={uri} label={t('twoFactor.qrCode')} />
      </Box>
      <Box>
        <Typography variant="body2" color="textSecondary">
          {t('twoFactor.secret')}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box component="code" data-testid="totp-secret" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
            {inGroups(secret)}
          </Box>
          <CopyButton text={secret} label={t('twoFactor.copySecret')} />
        </Box>
      </Box>
    </>
  );
}

/** Shows the QR code, verifies a code, and shows the recovery codes. */
export function TwoFactorSetup({ secret, uri, onClose }: TwoFactorSetupProps) {
  const { t } = useTranslation(['session', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { enable } = useTwoFactorActions();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [isStored, setStored] = useState(false);

  async function prove(event: FormEvent) {
    event.preventDefault();
    const token = readFactor('code', typed);
    setProblem(token === undefined ? t('factor.codeInvalid') : undefined);
    if (token === undefined) return;
    setBusy(true);
    await enable(token).then(setCodes, (error: unknown) =>
      setProblem(failureOf(error).message ?? t('ui:error.unexpected')),
    );
    setBusy(false);
  }

  return (
    <Dialog open fullWidth maxWidth="xs" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t(codes ? 'twoFactor.codes' : 'twoFactor.setUp')}</DialogTitle>
      {codes ? (
        <>
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            <RecoveryCodes codes={codes} isStored={isStored} onStored={setStored} />
          </DialogContent>
          <DialogActions>
            <Button variant="contained" disabled={!isStored} onClick={onClose}>
              {t('twoFactor.finish')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <Box component="form" noValidate onSubmit={prove} sx={{ display: 'contents' }}>
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            <ScanStep secret={secret} uri={uri} />
            <TextField
              label={t('factor.code')}
              value={typed}
              onChange={setTyped}
              error={problem !== undefined}
              help={t('twoFactor.codeHelp')}
              autoComplete="one-time-code"
              autoFocus
              maxLength={10}
              attributes={{ name: 'code', inputMode: 'numeric' }}
            />
            {problem && <Alert severity="error">{problem}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={isBusy}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" variant="contained" loading={isBusy}>
              {t('twoFactor.turnOn')}
            </Button>
          </DialogActions>
        </Box>
      )}
    </Dialog>
  );
}
