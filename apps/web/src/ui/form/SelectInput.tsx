import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTextField } from './FramedTextField.tsx';
import { type FieldProps, useField } from './form-context.ts';

export interface SelectOption {
  value: string | number;
  label: string;
  /** Small grey text below the label. */
  detail?: string;
  disabled?: boolean;
}

export interface SelectInputProps extends FieldProps {
  options: readonly SelectOption[];
  /** Offers "none" and what it means for the value. */
  emptyAs?: 'null' | 'absent';
  multiple?: boolean;
  /** What stands there without a choice; by default that none is made. */
  emptyText?: string;
}

const noneKey = '';

export function SelectInput(props: SelectInputProps) {
  const { name, options, emptyAs, multiple = false } = props;
  const { t } = useTranslation('ui');
  const emptyText = props.emptyText ?? (emptyAs ? t('form.none') : t('form.choose'));
  const field = useField(name, props.disabled);
  const keyOf = (value: unknown) => options.find((option) => option.value === value)?.value ?? noneKey;
  const selected = multiple ? (Array.isArray(field.value) ? field.value.map(keyOf) : []) : keyOf(field.value);
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label ?? '';

  const change = (next: unknown) => {
    const isNone = !multiple && next === noneKey;
    field.setValue(isNone ? (emptyAs === 'null' ? null : undefined) : next);
  };

  return (
    <FramedTextField
      field={field}
      common={props}
      select
      value={selected}
      onChange={(event) => change(event.target.value)}
      slotProps={{
        select: {
          multiple,
          displayEmpty: true,
          renderValue: (value) => {
            const chosen = (Array.isArray(value) ? value : [value]).map(labelOf).filter((text) => text !== '');
            return (
              <Box component="span" sx={chosen.length > 0 ? {} : { color: 'text.muted' }}>
                {chosen.join(', ') || emptyText}
              </Box>
            );
          },
        },
      }}
    >
      {emptyAs && !multiple && <MenuItem value={noneKey}>{emptyText}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value} disabled={option.disabled ?? false}>
          <Box>
            {option.label}
            {option.detail && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{option.detail}</Box>}
          </Box>
        </MenuItem>
      ))}
    </FramedTextField>
  );
}
