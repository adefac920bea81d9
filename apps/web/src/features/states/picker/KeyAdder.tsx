import { Box, Button, Typography } from '@mui/material';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { SuggestField } from '../../../ui/form/SuggestField.tsx';
import { loadByKey, type PickedState } from './picker.queries.ts';

export interface KeyAdderProps {
  twin: { id: number; title: string } | undefined;
  category: TwinCategory | undefined;
  /** Keys that are in view. */
  keys: readonly string[];
  onFound: (states: PickedState[]) => void;
}

type Progress = { status: 'idle' | 'busy' } | { status: 'failed'; error: unknown } | { status: 'done'; count: number };

/** "All states with this key below this twin", in one go. */
export function KeyAdder({ twin, category, keys, onFound }: KeyAdderProps) {
  const { t } = useTranslation(['states', 'ui']);
  const [key, setKey] = useState('');
  const [progress, setProgress] = useState<Progress>({ status: 'idle' });

  async function add(): Promise<void> {
    setProgress({ status: 'busy' });
    try {
      const found = await loadByKey({ twinId: twin?.id, category }, key.trim());
      onFound(found);
      setProgress({ status: 'done', count: found.length });
    } catch (error) {
      setProgress({ status: 'failed', error });
    }
  }

  return (
    <Box sx={{ p: 1.25, borderTop: 1, borderColor: 'border.main', bgcolor: 'background.raised' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-end' }}>
        <SuggestField
          label={twin ? t('picker.allWithKeyBelow', { title: twin.title }) : t('picker.allWithKey')}
          placeholder={t('picker.keySample')}
          suggestions={keys}
          value={key}
          onChange={setKey}
          sx={{ flex: '1 1 12rem' }}
        />
        <Button disabled={key.trim() === ''} loading={progress.status === 'busy'} onClick={() => void add()}>
          {t('picker.addAll')}
        </Button>
      </Box>
      <Typography variant="caption" component="div" role="status" color="textSecondary">
        {progress.status === 'done' && t('picker.found', { count: progress.count })}
        {progress.status === 'failed' && (failureOf(progress.error).message ?? t('ui:error.unexpected'))}
      </Typography>
    </Box>
  );
}
