import { Alert, Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';

const shown = ['titles', 'values', 'place', 'images', 'later'] as const;
const hidden = ['people', 'files', 'properties', 'disabled', 'changes'] as const;

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <Box>
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Box>
    </Box>
  );
}

/** What becomes public, before it does. */
export function ShareExplained() {
  const { t } = useTranslation('twin-sharing');
  return (
    <>
      <Alert severity="warning">{t('explained.warning')}</Alert>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Points title={t('explained.shown')} points={shown.map((name) => t(`explained.${name}`))} />
        <Points title={t('explained.hidden')} points={hidden.map((name) => t(`explained.${name}`))} />
      </Box>
    </>
  );
}
