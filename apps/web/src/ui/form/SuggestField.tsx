import type { ReactNode } from 'react';
import { AutocompleteField } from './AutocompleteField.tsx';
import type { FieldLook } from './BaseField.tsx';
import { boundTo, type FieldProps, useField } from './form-context.ts';

interface Suggestions {
  suggestions: readonly string[];
  /** A suggestion in the list; by default the text itself. */
  renderItem?: ((suggestion: string) => ReactNode) | undefined;
  matches?: ((suggestion: string, words: string) => boolean) | undefined;
  placeholder?: string | undefined;
}

export interface SuggestFieldProps extends FieldLook, Suggestions {
  value: string;
  onChange: (text: string) => void;
}

const containsWords = (suggestion: string, words: string) =>
  suggestion.toLowerCase().includes(words.trim().toLowerCase());

/** A text with suggestions outside a form; any other text can be typed as well. */
export function SuggestField({ value, onChange, suggestions, matches = containsWords, ...look }: SuggestFieldProps) {
  return (
    <AutocompleteField
      {...look}
      freeSolo
      options={suggestions}
      inputValue={value}
      value={value}
      // A text equal to a suggestion does not filter: the user looks for another suggestion.
      filterOptions={(all, { inputValue }) =>
        all.includes(inputValue) ? all : all.filter((each) => matches(each, inputValue))
      }
      onInputChange={(_, next) => next !== value && onChange(next)}
    />
  );
}

export interface SuggestInputProps extends FieldProps, Suggestions {
  /** The value of an emptied field. */
  emptyAs?: 'text' | 'absent';
}

export function SuggestInput({ name, emptyAs = 'text', ...props }: SuggestInputProps) {
  const field = useField(name, props.disabled);
  return (
    <SuggestField
      {...props}
      {...boundTo(field, props)}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(text) => field.setValue(text === '' && emptyAs === 'absent' ? undefined : text)}
    />
  );
}
