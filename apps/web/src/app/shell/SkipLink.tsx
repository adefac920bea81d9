import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** A button, not an anchor: the part of the address behind # belongs to the router. */
export function SkipLink({ onSkip }: { onSkip: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Button
      variant="contained"
      onClick={onSkip}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        top: 8,
        left: 8,
        transform: 'translateY(-64px)',
        '&:focus-visible': { transform: 'none' },
      }}
    >
      {t('shell.skip')}
    </Button>
  );
}
