import { Box, Checkbox, FormControlLabel, FormHelperText } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { NumberField } from '../../../../ui/form/NumberField.tsx';

interface HistoryInputProps {
  name: string;
  kind: 'minutes' | 'count';
  initial: number;
  onSwitchedOn: () => void;
}

/** "The last 15 minutes" with a check box; unchecked, there is no such limit. */
export function HistoryInput({ name, kind, initial, onSwitchedOn }: HistoryInputProps) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <FormControlLabel
          sx={{ mr: 1 }}
          label={t(`metric.last.${kind}.before`)}
          control={
            <Checkbox
              checked={isOn}
              disabled={field.disabled}
              onChange={(_, checked) => {
                field.setValue(checked ? initial : null);
                if (checked) onSwitchedOn();
              }}
              slotProps={{ input: { 'aria-label': t(`metric.last.${kind}.label`) } }}
            />
          }
        />
        <NumberField<unknown>
          label={t(`metric.last.${kind}.number`)}
          hideLabel
          value={field.value}
          disabled={field.disabled || !isOn}
          error={field.error !== undefined}
          // The schema refuses a text; an empty value would remove the limit.
          otherwise={(text) => text}
          onChange={field.setValue}
          onBlur={field.onBlur}
          inputRef={field.ref}
          attributes={{ inputMode: 'numeric', size: 4 }}
          sx={{ width: 'auto' }}
        />
        <Box component="span" sx={{ ml: 1, color: isOn ? 'text.primary' : 'text.muted' }}>
          {t(`metric.last.${kind}.after`)}
        </Box>
      </Box>
      {field.error && <FormHelperText error>{field.error}</FormHelperText>}
    </Box>
  );
}
