import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { curlOf } from '../document/request.ts';
import { PlainText } from './PlainText.tsx';

interface CurlTextProps {
  method: string;
  address: string;
  body: string | undefined;
}

/** The same call for a terminal. */
export function CurlText(props: CurlTextProps) {
  const { t } = useTranslation('api-page');
  const text = curlOf({ ...props, origin: window.location.origin, keyPlaceholder: t('try.keyPlaceholder') });
  return (
    <Box sx={{ mt: 2.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography variant="h3">{t('try.curl')}</Typography>
        <CopyButton text={text} label={t('try.copyCurl')} />
      </Box>
      <PlainText text={text} label={t('try.curl')} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {t('try.keyHint')}{' '}
        <InternalLink to="/user-profile" underline="always">
          {t('keys')}
        </InternalLink>
      </Typography>
    </Box>
  );
}
