import { createContext, use, useEffect, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** Names of the fields on the screen, so that server complaints about other things are shown elsewhere. */
export const FieldNames = createContext<Set<string> | null>(null);

/** The form can be read, not changed. */
export const ReadOnly = createContext(false);

export interface FieldProps {
  /** Path of the value in the form, such as `location.street`. */
  name: string;
  label: string;
  /** Short help below the field. */
  help?: string;
  /** Longer explanation behind an info sign, for unusual fields. */
  info?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/**
 * A field that was changed is checked after it is left, but not at once: the complaint would move the button below
 * while it is being pressed, and the click would be lost.
 */
const blurCheckMs = 250;

/** Lists hold the complaint in one of their elements. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if (!Array.isArray(error)) return undefined;
  return error.map(messageIn).find((message) => message !== undefined);
}

export function useField(name: string, disabled = false) {
  const names = use(FieldNames);
  const isReadOnly = use(ReadOnly);
  const { control, trigger, getFieldState } = useFormContext();
  const { field, fieldState, formState } = useController({ name, control });

  useEffect(() => {
    names?.add(name);
    return () => {
      names?.delete(name);
    };
  }, [names, name]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const value: unknown = field.value;
  return {
    value,
    setValue: (next: unknown) => {
      field.onChange(next);
      // A complaint goes as soon as its cause is mended, wherever it came from.
      if (fieldState.error) void trigger(name);
    },
    onBlur: () => {
      field.onBlur();
      if (!fieldState.isDirty) return;
      timer.current = setTimeout(() => {
        // What the server complained about in the meantime, the schema knows nothing of and would wipe away.
        if (getFieldState(name).error?.type !== 'server') void trigger(name);
      }, blurCheckMs);
    },
    ref: field.ref,
    error: messageIn(fieldState.error),
    disabled: disabled || isReadOnly || formState.isSubmitting,
  };
}
export type Field = ReturnType<typeof useField>;
