import { Box, Typography } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import type { SourceFieldsProps } from '../define-source.ts';

/** What a sender has to write to reach this state. */
export function RoutingNote({ state }: SourceFieldsProps) {
  const { t } = useTranslation('states');
  const typed: unknown = useWatch({ name: 'key' });
  const key = state?.key ?? (typeof typed === 'string' && typed !== '' ? typed : 'temperature');
  const sample = [{ routing: { [t('source.datarouting.sampleName')]: '4711' }, variable: key, data: { value: 21.5 } }];
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {t('source.datarouting.note')}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('source.datarouting.sample')}
        sx={{
          m: 0,
          mt: 1,
          p: 1.25,
          overflow: 'auto',
          borderRadius: 0.75,
          bgcolor: 'background.raised',
          fontFamily: monospaceFamily,
          typography: 'caption',
        }}
      >
        {JSON.stringify(sample, null, 2)}
      </Box>
    </Box>
  );
}
