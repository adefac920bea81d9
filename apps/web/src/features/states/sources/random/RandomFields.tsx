import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';

export function RandomFields() {
  const { t } = useTranslation('states');
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
      <NumberInput name="config.lower" label={t('source.random.lower')} required />
      <NumberInput name="config.upper" label={t('source.random.upper')} required />
    </Box>
  );
}
