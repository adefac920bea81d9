import { InputAdornment, type InputBaseComponentProps } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import { monospaceFamily } from '../theme/tokens.ts';
import { BaseField, type FieldLook } from './BaseField.tsx';

export interface TextLook {
  /** An example of the expected value. */
  placeholder?: string | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'date' | 'time' | 'datetime-local';
  /** A number above one makes a text area that grows. */
  rows?: number;
  maxRows?: number;
  maxLength?: number | undefined;
  autoComplete?: string;
  /** After the text: a unit, a domain or a button. */
  suffix?: ReactNode;
  /** For code and keys: characters of one width, and no spell checker. */
  isCode?: boolean;
  /** Further attributes of the text input element. */
  attributes?: InputBaseComponentProps;
}

export interface TextFieldProps extends FieldLook, TextLook {
  value: string;
  /** Absent: the text is read-only. */
  onChange?: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClick?: () => void;
}

/** A text, a date or a time outside a form; inside a form it is `TextInput`. */
export function TextField(props: TextFieldProps) {
  const { onChange, rows = 1, maxRows = rows * 3, maxLength, suffix, isCode = false, attributes, ...own } = props;
  return (
    <BaseField
      autoComplete="off"
      {...own}
      {...(rows > 1 ? { multiline: true, minRows: rows, maxRows } : {})}
      onChange={({ target }) => onChange?.(target.value)}
      htmlInput={{
        maxLength,
        ...(onChange ? {} : { readOnly: true }),
        ...(isCode ? { spellCheck: false, sx: { fontFamily: monospaceFamily } } : {}),
        ...attributes,
      }}
      input={suffix ? { endAdornment: <InputAdornment position="end">{suffix}</InputAdornment> } : undefined}
    />
  );
}
