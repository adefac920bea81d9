import { Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Shared twins show no alarms; elsewhere, a contributed content replaces this text. */
export function AlarmVisual() {
  const { t } = useTranslation('states');
  return (
    <Typography variant="body2" color="textMuted">
      {t('tile.alarmsHidden')}
    </Typography>
  );
}
