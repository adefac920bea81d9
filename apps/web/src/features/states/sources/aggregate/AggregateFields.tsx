import { Alert, Box } from '@mui/material';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SourceStatesInput } from '../../editor/SourceStatesInput.tsx';
import { useLoopCheck } from '../../state.queries.ts';
import type { SourceFieldsProps } from '../define-source.ts';

/** Said while one chooses, not only when the state is saved. */
function LoopWarning({ twinId, state }: SourceFieldsProps) {
  const { t } = useTranslation('states');
  const value: unknown = useWatch({ name: 'config.stateIds' });
  const stateIds = Array.isArray(value) ? value.map(Number) : [];
  const check = useLoopCheck(twinId, state?.id, stateIds);
  if (!check.data?.loop) return null;
  const way = check.data.way.map(({ title, dtwinTitle }) =>
    title === null ? t('lineage.hidden') : `${dtwinTitle} · ${title}`,
  );
  return (
    <Alert severity="error">
      {t('source.aggregate.loop')}
      <Box sx={{ typography: 'caption' }}>{way.join(' → ')}</Box>
    </Alert>
  );
}

export interface AggregateFieldsProps extends SourceFieldsProps {
  /** Only states of such twins are offered. */
  category?: TwinCategory;
}

export function AggregateFields({ twinId, state, category }: AggregateFieldsProps) {
  const { t } = useTranslation('states');
  return (
    <>
      <SourceStatesInput
        name="config.stateIds"
        label={t('source.aggregate.states')}
        help={t('source.aggregate.statesHelp')}
        known={state?.sources ?? []}
        disabledIds={state ? [state.id] : []}
        category={category}
      />
      <LoopWarning twinId={twinId} state={state} />
    </>
  );
}
