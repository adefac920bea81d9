import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';

/** For how long the conditions must be true before the rule acts. */
export function ForMinutesInput() {
  const { t } = useTranslation('rules');
  return (
    <Box sx={{ maxWidth: '26rem', mt: 1 }}>
      <NumberInput
        name="forMinutes"
        label={t('condition.forMinutes')}
        help={t('condition.forMinutesHelp')}
        unit={t('condition.minutes')}
      />
    </Box>
  );
}
