import { IconButton, InputAdornment } from '@mui/material';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BaseField } from '../form/BaseField.tsx';
import { isTyping } from './is-typing.ts';

export interface SearchInputProps {
  value: string;
  /** Called after typing pauses, and at once on Enter and on clear. */
  onChange: (value: string) => void;
  /** Name for screen readers. */
  label?: string;
  /** Names the searchable values, such as "Title, tag …". */
  placeholder?: string;
  /** The slash key focuses this field; at most one per page. */
  slashFocuses?: boolean;
}

const delayMs = 250;

/** Focuses the field on "/" unless the user is typing elsewhere. */
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
  // A change from outside (back button, cleared filters) replaces the typed text; the field's own change does not.
  if (shown !== value) {
    setShown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }

  // Kept in a ref: a new function on every render of the parent must not restart the delay.
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
    const timer = setTimeout(() => send(typed), delayMs);
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
    <BaseField
      label={label ?? t('search.label')}
      hideLabel
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      sx={{ '& .MuiInputBase-adornedStart': { pl: 1.5 }, '& .MuiInputBase-input': { pl: 0 } }}
      placeholder={placeholder ?? t('search.placeholder')}
      inputRef={input}
      htmlInput={{ type: 'text', role: 'searchbox', maxLength: 200 }}
      input={{
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
      }}
    />
  );
}
