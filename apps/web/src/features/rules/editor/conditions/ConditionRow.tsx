import { Box, FormHelperText } from '@mui/material';
import { comparisons } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { isIncomplete } from '../rule-draft.ts';
import { ConditionResult } from './ConditionResult.tsx';
import { HysteresisInput, hasHysteresis } from './HysteresisInput.tsx';
import { OperandInput } from './OperandInput.tsx';
import { placeName, useTree } from './tree-context.ts';
import { type Place, replaceAt, type When } from './tree-edit.ts';

interface ConditionRowProps {
  node: When;
  place: Place;
  judged: JudgedNode | undefined;
}

/** A comparison that reads as a sentence: metric, operator, operand. */
export function ConditionRow({ node, place, judged }: ConditionRowProps) {
  const { t } = useTranslation('rules');
  const { tree, metrics, isDisabled, complains, change } = useTree();
  const metric = metrics.find(({ alias }) => alias === node.metric);
  const other = typeof node.value === 'object' && node.value !== null ? node.value.metric : undefined;
  const isGone = node.metric !== '' && !metric;
  const isOtherGone = other !== undefined && other !== '' && !metrics.some(({ alias }) => alias === other);
  const set = (part: Partial<When>) => change(replaceAt(tree, place, { ...node, ...part }));
  const complaint =
    isGone || isOtherGone
      ? t('condition.metricGone', { alias: isGone ? node.metric : other })
      : complains && isIncomplete(node)
        ? t('condition.incomplete')
        : undefined;
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        <SelectField
          label={t('condition.metric')}
          hideLabel
          value={node.metric}
          options={metrics.map(({ alias, title }) => ({
            value: alias,
            label: alias === title ? alias : `${title} (${alias})`,
          }))}
          onChange={(alias) => set({ metric: alias })}
          emptyText={node.metric || t('condition.chooseMetric')}
          disabled={isDisabled}
          error={isGone || (complains && node.metric === '')}
          attributes={{ 'data-place': placeName(place) }}
          sx={{ width: 'auto', flex: '1 1 9rem', minWidth: '8rem', maxWidth: { sm: '16rem' } }}
        />
        <SelectField
          label={t('condition.comparison')}
          hideLabel
          value={node.cmp}
          options={comparisons.map((value) => ({ value, label: t(`judged.cmp.${value}`) }))}
          onChange={(cmp) => set({ cmp, ...(hasHysteresis(cmp) ? {} : { hysteresis: undefined }) })}
          disabled={isDisabled}
          sx={{ width: 'auto', flex: '0 1 auto' }}
        />
        <OperandInput
          value={node.value}
          metric={metric}
          metrics={metrics}
          onChange={(value) => set({ value })}
          disabled={isDisabled}
          error={isOtherGone || (complains && node.value === '')}
        />
        <HysteresisInput node={node} unit={metric?.unit ?? ''} onChange={(hysteresis) => set({ hysteresis })} />
        <ConditionResult isMet={judged?.isMet} />
      </Box>
      {complaint && <FormHelperText error>{complaint}</FormHelperText>}
    </Box>
  );
}
