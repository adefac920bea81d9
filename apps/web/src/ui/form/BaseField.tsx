import {
  Box,
  type InputBaseComponentProps,
  type OutlinedInputProps,
  type SelectProps,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode, Ref } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

/** The properties that fields of all value types share. */
export interface FieldLook {
  label: string;
  /** For screen readers only, where a heading or sentence already names the field visually. */
  hideLabel?: boolean | undefined;
  /** Short help below the field. */
  help?: ReactNode;
  /** Longer explanation behind an info sign, for unusual fields. */
  info?: string | undefined;
  /** Why the value is refused, above the help. `true` where several fields share one text. */
  error?: string | boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  sx?: SxProps<Theme> | undefined;
}

type Passed =
  | 'id'
  | 'name'
  | 'value'
  | 'onChange'
  | 'onClick'
  | 'onKeyDown'
  | 'type'
  | 'placeholder'
  | 'autoComplete'
  | 'multiline'
  | 'minRows'
  | 'maxRows'
  | 'select'
  | 'children';

export interface BaseFieldProps extends FieldLook, Pick<TextFieldProps, Passed> {
  /** Attributes of the text input element. */
  htmlInput?: InputBaseComponentProps | undefined;
  /** Adornments of the input, such as icons and buttons. */
  input?: Partial<OutlinedInputProps> | undefined;
  selectProps?: Partial<SelectProps> | undefined;
}

/** The help stays below the error: it often says how to mend the value, for example which characters are allowed. */
function describe(error: FieldLook['error'], help: ReactNode): ReactNode {
  if (typeof error !== 'string' || !help) return typeof error === 'string' ? error : help;
  return (
    <>
      <Box component="span" sx={{ display: 'block' }}>
        {error}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {help}
      </Box>
    </>
  );
}

/** The only use of the library's text field: name, help, error and focus are the same for all fields. */
export function BaseField(props: BaseFieldProps) {
  const { label, hideLabel, help, info, error, required, disabled, autoFocus, ...others } = props;
  const { onBlur, inputRef, sx, htmlInput, input, selectProps, ...own } = others;
  const name = hideLabel ? { 'aria-label': label } : {};
  const field = (
    <TextField
      {...own}
      {...(hideLabel ? {} : { label })}
      {...(onBlur ? { onBlur } : {})}
      {...(inputRef ? { inputRef } : {})}
      {...(sx ? { sx } : {})}
      error={error !== undefined && error !== false}
      helperText={describe(error, help)}
      required={required ?? false}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      slotProps={{
        htmlInput: own.select ? { ...htmlInput } : { ...name, ...htmlInput },
        input: { ...input },
        select: { ...selectProps, SelectDisplayProps: { ...name, ...selectProps?.SelectDisplayProps } },
      }}
    />
  );
  if (!info) return field;
  return (
    <FieldFrame label={label} info={info}>
      {field}
    </FieldFrame>
  );
}
