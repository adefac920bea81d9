import { IconButton, InputAdornment, TextField } from '@mui/material';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from './is-typing.ts';

export interface SearchInputProps {
  value: string;
  /** Called when typing rests, and at once on Enter and when cleared. */
  onChange: (value: string) => void;
  /** Name for screen readers. */
  label?: string;
  /** What can be searched for, such as "Title, tag …". */
  placeholder?: string;
  /** Whether the slash key leads here; at most one per page. */
  slashFocuses?: boolean;
}

const restMs = 250;

/** Focuses the field on "/" unless someone is typing somewhere. */
function useSlash(enabled: boolean, focus: () => void) {
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled, focus]);
}

export function SearchInput({ value, onChange, label, placeholder, slashFocuses = true }: SearchInputProps) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [sent, setSent] = useState(value);
  // A change from outside (back button, cleared filters) replaces what was typed; the echo of our own does not.
  if (shown !== value) {
    setShown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }

  // Kept in a reference: a new function on every render of the parent must not start the wait anew.
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const send = useCallback((text: string) => {
    setSent(text);
    report.current(text);
  }, []);

  const focus = useCallback(() => input.current?.select(), []);
  useSlash(slashFocuses, focus);

  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => send(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, value, send]);

  const clear = () => {
    setTyped('');
    send('');
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send(typed);
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      clear();
    }
  };

  return (
    <TextField
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      sx={{ '& .MuiInputBase-adornedStart': { pl: 1.5 }, '& .MuiInputBase-input': { pl: 0 } }}
      placeholder={placeholder ?? t('search.placeholder')}
      slotProps={{
        htmlInput: {
          ref: input,
          'aria-label': label ?? t('search.label'),
          type: 'text',
          role: 'searchbox',
          maxLength: 200,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search size="1rem" aria-hidden />
            </InputAdornment>
          ),
          endAdornment: typed !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label={t('search.clear')} onClick={clear}>
                <X aria-hidden />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
