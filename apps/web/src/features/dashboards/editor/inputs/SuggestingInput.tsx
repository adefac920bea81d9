import { Autocomplete, Box, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx';
import { type FieldProps, useField } from '../../../../ui/form/form-context.ts';

interface SuggestingInputProps extends FieldProps {
  suggestions: readonly string[];
  /** What a suggestion looks like in the list; by default itself. */
  option?: (suggestion: string) => ReactNode;
  fits?: (suggestion: string, words: string) => boolean;
  placeholder?: string;
}

const holdsWords = (suggestion: string, words: string) => suggestion.toLowerCase().includes(words.trim().toLowerCase());

/** A text for which there are suggestions; anything else can be typed, too. */
export function SuggestingInput(props: SuggestingInputProps) {
  const { name, label, help, info, required = false, suggestions, option, fits = holdsWords, placeholder } = props;
  const field = useField(name, props.disabled);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <FieldFrame label={label} info={info}>
      <Autocomplete
        freeSolo
        options={suggestions}
        inputValue={value}
        value={value}
        disabled={field.disabled}
        // While the text is one of them, all are offered: somebody looks for another one.
        filterOptions={(all, { inputValue }) =>
          all.includes(inputValue) ? all : all.filter((each) => fits(each, inputValue))
        }
        onInputChange={(_, next) => field.setValue(next)}
        onBlur={field.onBlur}
        renderOption={({ key: _key, ...item }, suggestion) => (
          <Box component="li" key={suggestion} {...item}>
            {option?.(suggestion) ?? suggestion}
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            placeholder={placeholder ?? ''}
            required={required}
            inputRef={field.ref}
            error={field.error !== undefined}
            helperText={field.error ?? help}
          />
        )}
      />
    </FieldFrame>
  );
}
