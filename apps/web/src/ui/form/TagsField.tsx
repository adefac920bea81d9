import { useState } from 'react';
import { AutocompleteField, type AutocompleteFieldProps } from './AutocompleteField.tsx';
import type { FieldLook } from './BaseField.tsx';

type Passed = 'placeholder' | 'renderItem' | 'renderValue' | 'filterOptions' | 'disableCloseOnSelect';

export interface TagsFieldProps extends FieldLook, Pick<AutocompleteFieldProps<string, true, false, true>, Passed> {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags that other objects already use. */
  suggestions?: readonly string[] | undefined;
  maxTags?: number | undefined;
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Tags outside a form, each finished by Enter or a comma, or by leaving the field. */
export function TagsField({ value, onChange, suggestions = [], maxTags, onBlur, ...props }: TagsFieldProps) {
  const [text, setText] = useState('');
  const commit = (next: readonly string[]) => {
    setText('');
    onChange([...new Set(next.flatMap(tagsIn))].slice(0, maxTags));
  };
  return (
    <AutocompleteField
      {...props}
      multiple
      freeSolo
      options={suggestions.filter((suggestion) => !value.includes(suggestion))}
      value={[...value]}
      inputValue={text}
      onChange={(_, next) => commit(next)}
      onInputChange={(_, next) => (next.includes(',') ? commit([...value, next]) : setText(next))}
      onBlur={() => {
        if (text.trim() !== '') commit([...value, text]);
        onBlur?.();
      }}
    />
  );
}
