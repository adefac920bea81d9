import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { NumberField, type NumberFieldProps } from '../../../ui/form/NumberField.tsx';
import { SelectField, type SelectFieldProps } from '../../../ui/form/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../ui/form/TextField.tsx';
import { useTypedText } from '../../../ui/form/use-typed-text.ts';

interface Caption {
  /** Shown above the field on phones, where there are no columns; the label is for screen readers only. */
  caption?: string | undefined;
}

function Captioned({ caption, children }: Caption & { children: ReactNode }) {
  if (caption === undefined) return children;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography aria-hidden variant="caption" color="textSecondary" sx={{ display: { xs: 'block', md: 'none' } }}>
        {caption}
      </Typography>
      {children}
    </Box>
  );
}

/** A text in a table that is edited in place. */
export const CellText = ({ caption, ...props }: Caption & TextFieldProps) => (
  <Captioned caption={caption}>
    <TextField {...props} hideLabel attributes={{ spellCheck: false }} />
  </Captioned>
);

interface CellTypedProps<T> extends Caption, Omit<TextFieldProps, 'value' | 'onChange'> {
  value: T;
  textOf: (value: T) => string;
  read: (text: string) => T;
  onChange: (value: T) => void;
}

/** A value with its own way of writing, such as bytes in hex. */
export function CellTyped<T>({ value, textOf, read, onChange, ...props }: CellTypedProps<T>) {
  const [text, setText] = useTypedText(value, textOf);
  const change = (typed: string) => {
    const next = read(typed);
    setText(typed, next);
    onChange(next);
  };
  return <CellText {...props} value={text} onChange={change} />;
}

/** A number; an unfinished one is passed on as NaN, which the schema of the draft refuses. */
export const CellNumber = ({ caption, ...props }: Caption & NumberFieldProps<number>) => (
  <Captioned caption={caption}>
    <NumberField {...props} hideLabel otherwise={() => Number.NaN} />
  </Captioned>
);

/** One of a few words in a table that is edited in place. */
export const CellChoice = <T extends string>({ caption, ...props }: Caption & SelectFieldProps<T>) => (
  <Captioned caption={caption}>
    <SelectField {...props} hideLabel />
  </Captioned>
);
