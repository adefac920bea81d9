import { InputAdornment } from '@mui/material';
import { FramedTextField } from './FramedTextField.tsx';
import { type FieldProps, useField } from './form-context.ts';

export interface TextInputProps extends FieldProps {
  /** A sample of what is expected. */
  placeholder?: string;
  type?: 'text' | 'email' | 'url' | 'tel';
  /** More than one makes a text area that grows. */
  rows?: number;
  /** What an emptied field means; optional values of the contract are null or absent, not empty. */
  emptyAs?: 'text' | 'null' | 'absent';
  maxLength?: number;
  autoComplete?: string;
  /** Behind the text, such as a domain. */
  suffix?: string;
}

const emptyValues = { text: '', null: null, absent: undefined } as const;

export function TextInput(props: TextInputProps) {
  const { name, placeholder, type = 'text', rows = 1, emptyAs = 'text' } = props;
  const field = useField(name, props.disabled);
  return (
    <FramedTextField
      field={field}
      common={props}
      type={type}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(event) => field.setValue(event.target.value === '' ? emptyValues[emptyAs] : event.target.value)}
      placeholder={placeholder}
      autoComplete={props.autoComplete ?? 'off'}
      {...(rows > 1 ? { multiline: true, minRows: rows, maxRows: rows * 3 } : {})}
      slotProps={{
        htmlInput: { maxLength: props.maxLength },
        input: props.suffix ? { endAdornment: <InputAdornment position="end">{props.suffix}</InputAdornment> } : {},
      }}
    />
  );
}
