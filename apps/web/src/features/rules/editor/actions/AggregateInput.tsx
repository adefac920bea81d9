import { Autocomplete, Box, Chip, TextField } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { useEditor } from '../editor-context.ts';

/** Computed states of the twin that are brought up to date before each evaluation. */
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
    <Box sx={{ maxWidth: '40rem' }}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        options={[...new Set([...chosen, ...offered])]}
        value={chosen}
        disabled={field.disabled}
        getOptionLabel={labelOf}
        onChange={(_, ids) => field.setValue(ids.slice(0, ruleLimits.aggregates))}
        onBlur={field.onBlur}
        renderValue={(shown, getItemProps) =>
          shown.map((id, index) => {
            const { key, ...item } = getItemProps({ index });
            return <Chip key={key} label={labelOf(id)} {...item} />;
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('aggregate.label')}
            inputRef={field.ref}
            error={field.error !== undefined}
            helperText={field.error ?? t('aggregate.help')}
          />
        )}
      />
    </Box>
  );
}
