import { Box } from '@mui/material';
import { useRef } from 'react';
import { boundTo, type FieldProps, useField } from './form-context.ts';
import { insertInto, textElementOf } from './insert-text.ts';
import { type PlaceholderGroup, PlaceholderMenu } from './PlaceholderMenu.tsx';
import { TextField } from './TextField.tsx';

export interface TemplateInputProps extends FieldProps {
  /** Without groups it is a plain text field. */
  groups: readonly PlaceholderGroup[];
  placeholder?: string;
  maxLength?: number;
}

/** A single-line text with placeholders to insert. */
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
      <TextField
        {...boundTo(field, props)}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.setValue}
        placeholder={placeholder}
        maxLength={maxLength}
        suffix={
          groups.length > 0 && (
            <PlaceholderMenu groups={groups} onInsert={insert} inField={label} disabled={field.disabled} />
          )
        }
      />
    </Box>
  );
}
