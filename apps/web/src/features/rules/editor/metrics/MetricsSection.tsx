import { Box, Button } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import { Gauge, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useEditor } from '../editor-context.ts';
import { blankMetric, type RuleDraft } from '../rule-draft.ts';
import { SectionCard } from '../SectionCard.tsx';
import { MetricCard } from './MetricCard.tsx';

export function MetricsSection({ step }: { step: number }) {
  const { t } = useTranslation('rules');
  const { mayEdit } = useEditor();
  const { control } = useFormContext<RuleDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'metrics' });
  const [addedIndex, setAddedIndex] = useState<number>();
  function addMetric() {
    setAddedIndex(fields.length);
    // The form would focus the input before the card has rendered.
    append({ ...blankMetric }, { shouldFocus: false });
  }
  const add = mayEdit && (
    <Button
      startIcon={<Plus aria-hidden />}
      disabled={fields.length >= ruleLimits.metrics}
      onClick={addMetric}
      sx={{ justifySelf: 'start' }}
    >
      {t('metric.add')}
    </Button>
  );
  return (
    <SectionCard step={step} title={t('section.metrics')} description={t('section.metricsHelp')}>
      {fields.length === 0 ? (
        <EmptyState compact icon={Gauge} title={t('metric.none')} description={t('metric.noneHelp')} action={add} />
      ) : (
        <>
          <Box
            component="ol"
            aria-label={t('section.metrics')}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            {fields.map(({ id }, index) => (
              <MetricCard key={id} index={index} isNew={index === addedIndex} onRemove={() => remove(index)} />
            ))}
          </Box>
          {add}
        </>
      )}
    </SectionCard>
  );
}
