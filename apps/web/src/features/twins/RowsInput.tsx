import { Box, Button, FormHelperText, IconButton, Typography } from '@mui/material';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../ui/form/TextInput.tsx';

export interface RowColumn {
  name: string;
  label: string;
  required?: boolean;
  type?: 'text' | 'email' | 'tel';
  maxLength?: number;
}

interface RowsInputProps {
  /** Of the list in the form. */
  name: string;
  label: string;
  help: string;
  columns: readonly RowColumn[];
  addLabel: string;
  maxRows: number;
  /** What is wrong when the schema refuses the list as a whole. */
  complaint: string;
}

/** The complaint about a list as a whole; those about its fields stand on them. */
function isRefused(errors: object, name: string): boolean {
  const error: unknown = Reflect.get(errors, name);
  if (typeof error !== 'object' || error === null) return false;
  return 'root' in error || ('type' in error && typeof error.type === 'string');
}

/** A list of rows with a few texts each. */
export function RowsInput({ name, label, help, columns, addLabel, maxRows, complaint }: RowsInputProps) {
  const { t } = useTranslation('twins');
  const labelId = useId();
  const { control, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name });
  const blank = Object.fromEntries(columns.map((column) => [column.name, '']));
  const refused = isRefused(formState.errors, name);
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography id={labelId} variant="h3">
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {help}
        </Typography>
      </Box>
      {fields.map((row, index) => (
        <Box key={row.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr', sm: `repeat(${Math.min(columns.length, 2)}, minmax(0, 1fr))` },
            }}
          >
            {columns.map(({ name: part, ...column }) => (
              <TextInput key={part} name={`${name}.${index}.${part}`} {...column} />
            ))}
          </Box>
          <IconButton
            aria-label={t('rows.remove', { label, number: index + 1 })}
            disabled={formState.isSubmitting}
            onClick={() => remove(index)}
            sx={{ mt: 3 }}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </Box>
      ))}
      {refused && (
        <FormHelperText error role="alert">
          {complaint}
        </FormHelperText>
      )}
      <Box>
        <Button
          size="small"
          startIcon={<Plus aria-hidden />}
          disabled={fields.length >= maxRows || formState.isSubmitting}
          onClick={() => append(blank)}
        >
          {addLabel}
        </Button>
      </Box>
    </Box>
  );
}
