import { ruleLimits } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../../../ui/form/AutocompleteField.tsx';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { useEditor } from '../editor-context.ts';

/** Computed states of the twin that are updated before each evaluation. */
export function AggregateInput() {
  const { t } = useTranslation('rules');
  const { states, names } = useEditor();
  const field = useField('aggregateTrigger');
  const chosen = Array.isArray(field.value) ? field.value.map(Number) : [];
  const offered = states
    .filter(({ source }) => source === 'aggregate' || source === 'timeseries-aggregate')
    .map(({ id }) => id);
  const labelOf = (id: number) => names.states.get(id)?.title ?? t('metric.hiddenState', { id });
  if (offered.length === 0 && chosen.length === 0) return null;
  return (
    <AutocompleteField
      {...boundTo(field, { label: t('aggregate.label'), help: t('aggregate.help') })}
      multiple
      disableCloseOnSelect
      options={[...new Set([...chosen, ...offered])]}
      value={chosen}
      getOptionLabel={labelOf}
      onChange={(_, ids) => field.setValue(ids.slice(0, ruleLimits.aggregates))}
      sx={{ maxWidth: '40rem' }}
    />
  );
}
