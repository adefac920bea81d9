import { Box, Button } from '@mui/material';
import { ExternalLink, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from './CopyField.tsx';
import { frameText } from './public-address.ts';

interface LinkTextsProps {
  address: string;
  /** Of the twin. */
  title: string;
}

/** A link in its two forms, and how it looks. */
export function LinkTexts({ address, title }: LinkTextsProps) {
  const { t } = useTranslation('twin-sharing');
  const [isShown, setShown] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <CopyField label={t('link.address')} text={address} copyLabel={t('link.copyAddress')} />
      <CopyField label={t('link.frame')} text={frameText(address, title)} copyLabel={t('link.copyFrame')} rows={4} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          onClick={() => setShown(!isShown)}
          aria-expanded={isShown}
          startIcon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        >
          {t(isShown ? 'link.hidePreview' : 'link.preview')}
        </Button>
        <Button href={address} target="_blank" rel="noreferrer" startIcon={<ExternalLink aria-hidden />}>
          {t('link.open')}
        </Button>
      </Box>
      {isShown && (
        <Box
          component="iframe"
          src={address}
          title={t('link.previewOf', { title })}
          sx={{
            width: '100%',
            height: (theme) => theme.spacing(50),
            border: 1,
            borderColor: 'border.main',
            borderRadius: 1,
          }}
        />
      )}
    </Box>
  );
}
