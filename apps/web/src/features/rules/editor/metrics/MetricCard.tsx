import { Box, IconButton, Tooltip } from '@mui/material';
import { metricOperations } from '@stellwerk/contract/rule';
import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import type { NamedState } from '../../texts/rule-names.ts';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { useRuleTest } from '../tester/test-context.ts';
import { AliasInput } from './AliasInput.tsx';
import { suggestAlias } from './alias.ts';
import { HistoryInput } from './HistoryInput.tsx';
import { MetricValue } from './MetricValue.tsx';
import { StateInput } from './StateInput.tsx';
import { TransformerInput } from './TransformerInput.tsx';
import { useRename } from './use-rename.ts';

interface MetricCardProps {
  index: number;
  /** Takes the focus when it appears. */
  isNew: boolean;
  onRemove: () => void;
}

/** One metric: its state, its values, its calculation, and its current result. */
export function MetricCard({ index, isNew, onRemove }: MetricCardProps) {
  const { t } = useTranslation('rules');
  const { mayEdit, names } = useEditor();
  const { getValues, setValue } = useFormContext<RuleDraft>();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const { result, ownValues } = useRuleTest();
  const rename = useRename();
  const metric = metrics[index];
  if (!metric) return null;
  const path = `metrics.${index}` as const;
  const others = metrics.filter((_, place) => place !== index).map(({ alias }) => alias);
  const state = metric.stateId === undefined ? undefined : names.states.get(metric.stateId);
  const hasHistory = metric.historyMinutes !== null || metric.historyCount !== null;
  const isPlain = metric.operation !== 'count' && metric.transformer === '';

  function picked(_stateId: number, chosen: NamedState) {
    const { alias } = getValues(path);
    // An alias that the user chose, or that is already used, stays.
    if (alias === '') setValue(`${path}.alias`, suggestAlias(chosen.key, others), { shouldDirty: true });
  }

  /** A list of values is rarely useful in a comparison. */
  function switchedOn() {
    const isNumber = state?.valueType === 'number' || state?.valueType === null;
    if (!hasHistory && metric?.operation === 'none' && isNumber) {
      setValue(`${path}.operation`, 'avg', { shouldDirty: true });
    }
  }

  return (
    <Box
      component="li"
      aria-label={t('metric.label', { name: metric.alias || index + 1 })}
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, p: 2, display: 'grid', gap: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 3fr) minmax(0, 2fr) minmax(6rem, 1fr)' },
          }}
        >
          <StateInput name={`${path}.stateId`} label={t('metric.state')} autoFocus={isNew} onPicked={picked} />
          <AliasInput name={`${path}.alias`} isTaken={(alias) => others.includes(alias)} onRename={rename} />
          <MetricValue
            metric={result?.metrics.find(({ alias }) => alias === metric.alias)}
            unit={isPlain ? (state?.unit ?? '') : ''}
            isOwn={metric.alias in ownValues}
          />
        </Box>
        {mayEdit && (
          <Tooltip title={t('metric.remove')}>
            <IconButton aria-label={t('metric.removeNamed', { name: metric.alias || index + 1 })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'flex-end' }}>
        <HistoryInput name={`${path}.historyMinutes`} kind="minutes" initial={60} onSwitchedOn={switchedOn} />
        <HistoryInput name={`${path}.historyCount`} kind="count" initial={10} onSwitchedOn={switchedOn} />
        {hasHistory && (
          <Box sx={{ flex: '1 1 10rem', maxWidth: '18rem' }}>
            <SelectInput
              name={`${path}.operation`}
              label={t('metric.operation')}
              options={metricOperations.map((value) => ({
                value,
                label: t(`metric.operations.${value}`),
                ...(value === 'none' ? { detail: t('metric.operationNone') } : {}),
              }))}
            />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}>
        <SwitchInput name={`${path}.abortIfNull`} label={t('metric.abortIfNull')} />
        <TransformerInput name={`${path}.transformer`} alias={metric.alias} />
      </Box>
    </Box>
  );
}
