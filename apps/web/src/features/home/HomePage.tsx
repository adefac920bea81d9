import { Box, Paper, Typography } from '@mui/material';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';

/** Will hold the user's favourite tiles; until something can be marked it says so. */
export function HomePage() {
  const { t } = useTranslation('home');
  const user = useSession()?.user;
  return (
    <>
      <Typography variant="h1">{t('greeting', { name: user?.firstName || user?.username })}</Typography>
      <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{t('purpose')}</Typography>
      <Paper
        variant="outlined"
        sx={{ mt: 2, px: 3, py: 7, display: 'grid', justifyItems: 'center', textAlign: 'center' }}
      >
        <Box sx={{ color: 'text.muted', display: 'flex' }}>
          <Star size={24} aria-hidden />
        </Box>
        <Typography variant="h2" sx={{ mt: 1.5 }}>
          {t('empty.title')}
        </Typography>
        <Typography sx={{ mt: 0.5, maxWidth: 460, color: 'text.secondary' }}>{t('empty.text')}</Typography>
      </Paper>
    </>
  );
}
