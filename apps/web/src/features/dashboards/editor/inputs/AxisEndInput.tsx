import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import type { WidgetInputProps } from './input-props.ts';

const automatic = ['auto', 'auto-cropped'] as const;
const modes = [...automatic, 'fixed'] as const;
type Mode = (typeof modes)[number];

const modeOf = (value: unknown): Mode => automatic.find((each) => each === value) ?? 'fixed';

/** The end of an axis: automatic, close to the values, or a number. */
export function AxisEndInput({ schema: _schema, ...common }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(common.name);
  const mode = modeOf(field.value);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <SelectField
        // The error is shown at the number, the only part that can be invalid.
        {...boundTo({ ...field, error: undefined }, common)}
        value={mode}
        options={modes.map((value) => ({ value, label: t(`editor.axis.${value}`) }))}
        onChange={(next) => field.setValue(next === 'fixed' ? 0 : next)}
      />
      {mode === 'fixed' && <NumberInput name={common.name} label={t('editor.axis.value', { label: common.label })} />}
    </Box>
  );
}
