import { Box, InputAdornment } from '@mui/material';
import { useRef } from 'react';
import { FramedTextField } from './FramedTextField.tsx';
import { type FieldProps, useField } from './form-context.ts';
import { insertInto, textElementOf } from './insert-text.ts';
import { type PlaceholderGroup, PlaceholderMenu } from './PlaceholderMenu.tsx';

export interface TemplateInputProps extends FieldProps {
  /** Without any it is a plain text. */
  groups: readonly PlaceholderGroup[];
  placeholder?: string;
  maxLength?: number;
}

/** A line of text that placeholders can be inserted into. */
export function TemplateInput(props: TemplateInputProps) {
  const { name, label, groups, placeholder, maxLength } = props;
  const field = useField(name, props.disabled);
  const room = useRef<HTMLDivElement>(null);
  const insert = (text: string) => {
    const target = textElementOf(room.current?.querySelector('input') ?? null);
    if (target) insertInto(target, text);
  };
  return (
    <Box ref={room} sx={{ minWidth: 0 }}>
      <FramedTextField
        field={field}
        common={props}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={(event) => field.setValue(event.target.value)}
        placeholder={placeholder}
        autoComplete="off"
        slotProps={{
          htmlInput: { maxLength },
          input:
            groups.length > 0
              ? {
                  endAdornment: (
                    <InputAdornment position="end">
                      <PlaceholderMenu groups={groups} onInsert={insert} inField={label} disabled={field.disabled} />
                    </InputAdornment>
                  ),
                }
              : {},
        }}
      />
    </Box>
  );
}
