import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../lib/formats.ts';
import { numberToText, parseNumberText } from '../../../ui/form/number-text.ts';

interface CellProps {
  /** Spoken only: the column has a heading. */
  label: string;
  /** Shown above it on phones, where there are no columns. */
  caption?: string;
  disabled?: boolean;
  problem?: string | undefined;
}

function Captioned({ caption, children }: { caption: string | undefined; children: ReactNode }) {
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
export function CellText(
  props: CellProps & { value: string; placeholder?: string; onChange: (value: string) => void },
) {
  const { label, caption, disabled = false, problem, value, placeholder, onChange } = props;
  return (
    <Captioned caption={caption}>
      <TextField
        size="small"
        fullWidth
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        error={problem !== undefined}
        helperText={problem}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { 'aria-label': label, spellCheck: false } }}
      />
    </Captioned>
  );
}

interface TypedProps<T> extends CellProps {
  value: T;
  textOf: (value: T) => string;
  read: (text: string) => T;
  placeholder?: string;
  onChange: (value: T) => void;
}

/** What was typed stays as it was typed: "0x" and "1," are on their way to a number. */
export function CellTyped<T>(props: TypedProps<T>) {
  const { value, textOf, read, onChange, ...rest } = props;
  const [typed, setTyped] = useState({ text: textOf(value), value });
  if (!Object.is(typed.value, value)) setTyped({ text: textOf(value), value });
  return (
    <CellText
      {...rest}
      value={typed.text}
      onChange={(text) => {
        const next = read(text);
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}

/** Takes numbers as the language writes them; what is none yet is handed on as such and complained about. */
export function CellNumber(props: CellProps & { value: number; onChange: (value: number) => void }) {
  const { locale } = useFormats();
  return (
    <CellTyped
      {...props}
      textOf={(number) => (Number.isNaN(number) ? '' : numberToText(number, locale))}
      read={(text) => parseNumberText(text, locale) ?? Number.NaN}
    />
  );
}

/** One of a few words in a table that is edited in place. */
export function CellChoice<T extends string>(
  props: CellProps & { value: T; options: readonly { value: T; label: string }[]; onChange: (value: T) => void },
) {
  const { label, caption, disabled = false, value, options, onChange } = props;
  return (
    <Captioned caption={caption}>
      <TextField
        select
        size="small"
        fullWidth
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': label } } }}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
    </Captioned>
  );
}
