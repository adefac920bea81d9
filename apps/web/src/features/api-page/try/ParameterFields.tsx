import { Box, MenuItem, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { Parameter } from '../document/calls.ts';
import { typeText } from '../document/describe.ts';
import type { SharedSchemas } from '../document/json-schema.ts';
import type { ParameterValues } from '../document/request.ts';

interface ParameterFieldsProps {
  parameters: readonly Parameter[];
  shared: SharedSchemas;
  values: ParameterValues;
  /** Names of those that have to be filled in first. */
  missing: readonly string[];
  onChange: (name: string, value: string) => void;
}

/** A field for each parameter; those with few values offer them. */
export function ParameterFields({ parameters, shared, values, missing, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation('api-page');
  if (parameters.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))' }}>
      {parameters.map(({ name, required, schema }) => {
        const options = (schema.enum ?? []).map(String);
        const isMissing = missing.includes(name);
        const fallback = schema.default === undefined ? '' : String(schema.default);
        return (
          <TextField
            key={name}
            label={name}
            required={required}
            value={values.get(name) ?? ''}
            onChange={({ target }) => onChange(name, target.value)}
            select={options.length > 0}
            error={isMissing}
            helperText={isMissing ? t('try.missing') : typeText(schema, shared)}
            placeholder={fallback}
            slotProps={{
              htmlInput: { autoComplete: 'off' },
              inputLabel: { shrink: true },
              select: { displayEmpty: true },
            }}
          >
            {options.length > 0 && (
              <MenuItem value="">
                <em>{fallback ? t('try.default', { value: fallback }) : t('try.none')}</em>
              </MenuItem>
            )}
            {options.map((option) => (
              <MenuItem key={option} value={option}>
                {option}
              </MenuItem>
            ))}
          </TextField>
        );
      })}
    </Box>
  );
}
