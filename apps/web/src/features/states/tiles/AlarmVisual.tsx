import { Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Stands in for a table of alarms that other programs may have asked for by a call. */
export function AlarmVisual() {
  const { t } = useTranslation('states');
  return (
    <Typography variant="body2" color="textMuted">
      {t('tile.alarms')}
    </Typography>
  );
}
