import { Autocomplete, Box, Chip, TextField } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx';
import { useField } from '../../../../ui/form/form-context.ts';
import { maxItemsOf, type WidgetInputProps } from './input-props.ts';
import { StateOption, useFoundStates } from './StateOption.tsx';

const missingLook = {
  icon: <TriangleAlert size="1rem" aria-hidden />,
  color: 'warning',
  sx: { '& .MuiChip-deleteIcon': { color: 'inherit' } },
} as const;

/** Several states by their keys, in the order in which they are shown; keys that no twin has yet are marked. */
export function StatesInput({ name, label, help, info, schema }: WidgetInputProps) {
  const { t } = useTranslation(['dashboards', 'ui']);
  const field = useField(name);
  const found = useFoundStates();
  const [text, setText] = useState('');
  const keys: string[] = Array.isArray(field.value) ? field.value : [];
  const missing = keys.filter(found.isMissing);
  const take = (next: readonly string[]) => {
    setText('');
    const named = next.map((key) => key.trim()).filter((key) => key !== '');
    field.setValue([...new Set(named)].slice(0, maxItemsOf(schema)));
  };
  const note = missing.length > 0 ? t('editor.state.missing', { keys: missing.join(', ') }) : help;
  return (
    <FieldFrame label={label} info={info}>
      <Autocomplete
        multiple
        freeSolo
        disableCloseOnSelect
        options={found.keys}
        value={keys}
        inputValue={text}
        disabled={field.disabled}
        filterSelectedOptions
        filterOptions={(all, { inputValue }) => all.filter((key) => found.fits(key, inputValue))}
        onChange={(_, next) => take(next)}
        onInputChange={(_, next, reason) => reason !== 'reset' && setText(next)}
        onBlur={() => {
          if (text.trim() !== '') take([...keys, text]);
          field.onBlur();
        }}
        slotProps={{ clearIndicator: { 'aria-label': t('ui:form.clear') } }}
        renderValue={(shown, getItemProps) =>
          shown.map((key, index) => {
            const { key: place, ...item } = getItemProps({ index });
            return (
              <Chip
                key={place}
                label={found.find(key)?.title ?? key}
                {...(found.isMissing(key) ? missingLook : {})}
                {...item}
              />
            );
          })
        }
        renderOption={({ key: _key, ...props }, key) => (
          <Box component="li" key={key} {...props}>
            <StateOption state={found.find(key)} stateKey={key} />
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            placeholder={keys.length === 0 ? t('editor.state.choose') : ''}
            inputRef={field.ref}
            error={field.error !== undefined}
            helperText={field.error ?? note}
          />
        )}
      />
    </FieldFrame>
  );
}
