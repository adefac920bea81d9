import { Alert, Box, Button, Checkbox, FormControlLabel } from '@mui/material';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/download.ts';
import { useSession } from '../../lib/session.ts';
import { CopyButton } from '../../ui/input/CopyButton.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  isStored: boolean;
  onStored: (isStored: boolean) => void;
}

/** Shown once: a user who closes this without saving the codes has none. */
export function RecoveryCodes({ codes, isStored, onStored }: RecoveryCodesProps) {
  const { t } = useTranslation('session');
  const email = useSession()?.user?.email ?? '';
  const text = `${t('twoFactor.fileHead', { email, host: window.location.host })}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <Alert severity="warning">{t('twoFactor.codesOnce')}</Alert>
      <Box
        component="ol"
        aria-label={t('twoFactor.codes')}
        sx={{
          m: 0,
          p: 2,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(2, 1fr)',
          gap: 1,
          justifyItems: 'center',
          border: 1,
          borderColor: 'border.main',
          borderRadius: 1,
          bgcolor: 'background.raised',
          fontFamily: 'monospace',
          fontSize: '0.9375rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Button
          startIcon={<Download aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'stellwerk-recovery-codes.txt')}
        >
          {t('twoFactor.download')}
        </Button>
        <CopyButton text={codes.join('\n')} label={t('twoFactor.copyCodes')} />
      </Box>
      <FormControlLabel
        control={<Checkbox checked={isStored} onChange={(_, checked) => onStored(checked)} />}
        label={t('twoFactor.stored')}
      />
    </>
  );
}
