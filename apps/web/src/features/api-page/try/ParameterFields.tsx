import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Parameter } from '../document/calls.ts';
import { typeText } from '../document/describe.ts';
import type { SharedSchemas } from '../document/json-schema.ts';
import type { ParameterValues } from '../document/request.ts';

interface ParameterFieldsProps {
  parameters: readonly Parameter[];
  shared: SharedSchemas;
  values: ParameterValues;
  /** Names of parameters that must be filled in first. */
  missing: readonly string[];
  onChange: (name: string, value: string) => void;
}

/** A field for each parameter; those with few values are choices. */
export function ParameterFields({ parameters, shared, values, missing, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation('api-page');
  if (parameters.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))' }}>
      {parameters.map(({ name, required, schema }) => {
        const options = (schema.enum ?? []).map(String);
        const fallback = schema.default === undefined ? '' : String(schema.default);
        const common = {
          label: name,
          required,
          value: values.get(name) ?? '',
          onChange: (value: string) => onChange(name, value),
          help: typeText(schema, shared),
          error: missing.includes(name) ? t('try.missing') : undefined,
        };
        if (options.length === 0) return <TextField key={name} {...common} placeholder={fallback} />;
        const none = {
          value: '',
          label: fallback ? t('try.default', { value: fallback }) : t('try.none'),
          isNone: true,
        };
        return (
          <SelectField key={name} {...common} options={[none, ...options.map((value) => ({ value, label: value }))]} />
        );
      })}
    </Box>
  );
}
