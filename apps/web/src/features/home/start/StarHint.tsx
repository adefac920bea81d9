import { Box, Paper, Typography } from '@mui/material';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Explains how to add favourites: as a frame without favourites, as a line below the tiles otherwise. */
export function StarHint({ isFramed }: { isFramed: boolean }) {
  const { t } = useTranslation('home');
  const content = (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, color: isFramed ? 'text.secondary' : 'text.muted' }}>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          flexShrink: 0,
          color: isFramed ? 'warning.main' : 'inherit',
          '& svg': { strokeWidth: 2 },
        }}
      >
        <Star size={isFramed ? '1.25rem' : '1rem'} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {isFramed && (
          <Typography variant="h3" component="h2" color="textPrimary">
            {t('hint.title')}
          </Typography>
        )}
        <Typography color="inherit" variant={isFramed ? 'body1' : 'body2'}>
          {t('hint.text')}
        </Typography>
      </Box>
    </Box>
  );
  return isFramed ? (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
      {content}
    </Paper>
  ) : (
    content
  );
}
