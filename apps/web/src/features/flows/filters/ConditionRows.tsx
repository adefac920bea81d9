import { Box, Button, IconButton } from '@mui/material';
import { type FilterCondition, filterAttributes, filterOperators, takesNoValue } from '@stellwerk/contract/flow-filter';
import { Plus, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useRows } from '../../../ui/form/use-rows.ts';

export const firstCondition: FilterCondition = { attribute: 'state_identifier', operator: 'equals', value: '' };

/** The conditions of a standard filter, one in a row. */
export function ConditionRows() {
  const { t } = useTranslation('flows');
  const field = useField('conditions');
  const form = useFormContext();
  // The form holds what the rows have put there.
  const conditions = field.value as FilterCondition[];
  const rows = useRows(conditions, field.setValue);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {rows.map(({ key, index, value, remove }) => (
        <Box
          key={key}
          role="group"
          aria-label={t('filter.conditionNumber', { number: index + 1 })}
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) auto',
              md: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr) auto',
            },
          }}
        >
          <SelectInput
            name={`conditions.${index}.attribute`}
            label={t('filter.attribute')}
            options={filterAttributes.map((each) => ({ value: each, label: t(`attribute.${each}`), detail: each }))}
          />
          <IconButton
            aria-label={t('filter.removeCondition', { number: index + 1 })}
            disabled={rows.length === 1}
            onClick={remove}
            sx={{ gridRow: 1, gridColumn: { xs: 2, md: 4 }, mt: 3 }}
          >
            <Trash2 aria-hidden size={18} />
          </IconButton>
          <SelectInput
            name={`conditions.${index}.operator`}
            label={t('filter.operator')}
            options={filterOperators.map((each) => ({ value: each, label: t(`operator.${each}`) }))}
          />
          {!takesNoValue(form.watch(`conditions.${index}.operator`) ?? value.operator) && (
            <TextInput
              name={`conditions.${index}.value`}
              label={t(value.operator === 'valueOlderThan' ? 'filter.minutes' : 'filter.value')}
              maxLength={1_000}
            />
          )}
        </Box>
      ))}
      <Box>
        <Button startIcon={<Plus aria-hidden />} onClick={() => field.setValue([...conditions, firstCondition])}>
          {t('filter.addCondition')}
        </Button>
      </Box>
    </Box>
  );
}
