import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';

export function Footer() {
  const { t } = useTranslation('app');
  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 2, md: 3 },
        py: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        typography: 'caption',
        color: 'text.muted',
      }}
    >
      <span>{t('footer.copyright', { year: new Date().getFullYear() })}</span>
      <span>{t('footer.version', { version: __APP_VERSION__ })}</span>
    </Box>
  );
}
