import { Autocomplete, Chip, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './FieldFrame.tsx';
import { type FieldProps, useField } from './form-context.ts';

export interface TagsInputProps extends FieldProps {
  /** Words that are already in use elsewhere. */
  suggestions?: readonly string[];
  maxTags?: number;
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Words, each finished by Enter or a comma, or by leaving the field. */
export function TagsInput({ name, label, help, info, required, disabled, suggestions = [], maxTags }: TagsInputProps) {
  const { t } = useTranslation('ui');
  const field = useField(name, disabled);
  const [text, setText] = useState('');
  const tags = Array.isArray(field.value) ? field.value.map(String) : [];

  const commit = (next: readonly string[]) => {
    setText('');
    field.setValue([...new Set(next.flatMap(tagsIn))].slice(0, maxTags));
  };

  return (
    <FieldFrame label={label} info={info}>
      <Autocomplete
        multiple
        freeSolo
        options={suggestions.filter((suggestion) => !tags.includes(suggestion))}
        value={tags}
        inputValue={text}
        disabled={field.disabled}
        onChange={(_, next) => commit(next)}
        onInputChange={(_, next) => (next.includes(',') ? commit([...tags, next]) : setText(next))}
        onBlur={() => {
          if (text.trim() !== '') commit([...tags, text]);
          field.onBlur();
        }}
        slotProps={{ clearIndicator: { 'aria-label': t('form.clear') } }}
        renderValue={(shown, getItemProps) =>
          shown.map((tag, index) => {
            const { key, ...item } = getItemProps({ index });
            return <Chip key={key} label={tag} {...item} />;
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            inputRef={field.ref}
            required={required ?? false}
            error={field.error !== undefined}
            helperText={field.error ?? help ?? t('form.tagsHelp')}
          />
        )}
      />
    </FieldFrame>
  );
}
