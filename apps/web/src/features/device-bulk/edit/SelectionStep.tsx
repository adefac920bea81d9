import { Alert, Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { bulkMaxDevices } from '@stellwerk/contract/device-bulk';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { devicesPath } from '../../devices/index.ts';
import type { Selection } from './use-selection.ts';

/** Which devices are changed: those ticked in the list, or all that match its search and filters. */
export function SelectionStep({ selection, problem }: { selection: Selection; problem: string | undefined }) {
  const { t } = useTranslation('device-bulk');
  const formats = useFormats();
  const labelId = useId();
  const { mode, setMode, ticked, matching, ids, isTooMany } = selection;
  const count = (value: number) => ({ count: value, shown: formats.number(value) });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography id={labelId} color="textSecondary">
        {t('edit.select.text', { limit: formats.number(bulkMaxDevices) })}
      </Typography>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <RadioGroup
        aria-labelledby={labelId}
        value={mode}
        onChange={(_, value) => setMode(value === 'ticked' ? 'ticked' : 'matching')}
      >
        <FormControlLabel
          value="ticked"
          disabled={ticked.length === 0}
          control={<Radio />}
          label={t('edit.select.ticked', count(ticked.length))}
        />
        <FormControlLabel value="matching" control={<Radio />} label={t('edit.select.matching')} />
      </RadioGroup>
      {mode === 'matching' && matching.isFetching && <Skeletons shape="lines" />}
      {matching.error && mode === 'matching' && (
        <ErrorState error={matching.error} onRetry={() => void matching.refetch()} />
      )}
      {ids !== undefined && (
        <Alert severity={isTooMany ? 'error' : 'info'}>
          {isTooMany
            ? t('edit.select.tooMany', { limit: formats.number(bulkMaxDevices) })
            : t('edit.select.count', count(ids.length))}
          {mode === 'matching' && matching.data !== undefined && matching.data.readOnly > 0 && (
            <> {t('edit.select.readOnly', count(matching.data.readOnly))}</>
          )}
        </Alert>
      )}
      <InternalLink to={devicesPath}>{t('edit.select.back')}</InternalLink>
    </Box>
  );
}
