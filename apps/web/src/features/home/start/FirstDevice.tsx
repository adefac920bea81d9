import { Paper, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Tutorial } from './Tutorial.tsx';

/** The tutorial on the start page, until there is a device. */
export function FirstDevice() {
  const { t } = useTranslation('home');
  return (
    <Paper variant="outlined" component="section" aria-label={t('tutorial.title')} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {t('tutorial.title')}
      </Typography>
      <Tutorial heading="h3" />
    </Paper>
  );
}
