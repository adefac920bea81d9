import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTextField } from '../../../../ui/form/FramedTextField.tsx';
import { useField } from '../../../../ui/form/form-context.ts';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import type { WidgetInputProps } from './input-props.ts';

const automatic = ['auto', 'auto-cropped'] as const;
const modes = [...automatic, 'fixed'] as const;
type Mode = (typeof modes)[number];

const modeOf = (value: unknown): Mode => automatic.find((each) => each === value) ?? 'fixed';

/** Where an axis ends: by itself, close to the values, or at a number. */
export function AxisEndInput({ schema: _schema, ...common }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(common.name);
  const mode = modeOf(field.value);
  const change = (next: string) => field.setValue(next === 'fixed' ? 0 : next);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <FramedTextField
        // The complaint stands at the number, which alone can be wrong.
        field={{ ...field, error: undefined }}
        common={common}
        select
        value={mode}
        onChange={(event) => change(event.target.value)}
      >
        {modes.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`editor.axis.${each}`)}
          </MenuItem>
        ))}
      </FramedTextField>
      {mode === 'fixed' && <NumberInput name={common.name} label={t('editor.axis.value', { label: common.label })} />}
    </Box>
  );
}
