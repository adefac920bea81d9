import { createContext, use, useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** Names of the fields on the screen, so that server complaints about other things are shown elsewhere. */
export const FieldNames = createContext<Set<string> | null>(null);

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

/** Lists hold the complaint in one of their elements. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  if (!Array.isArray(error)) return undefined;
  return error.map(messageIn).find((message) => message !== undefined);
}

export function useField(name: string, disabled = false) {
  const names = use(FieldNames);
  const { control } = useFormContext();
  const { field, fieldState, formState } = useController({ name, control });

  useEffect(() => {
    names?.add(name);
    return () => {
      names?.delete(name);
    };
  }, [names, name]);

  const value: unknown = field.value;
  return {
    value,
    setValue: field.onChange,
    onBlur: field.onBlur,
    ref: field.ref,
    error: messageIn(fieldState.error),
    disabled: disabled || formState.isSubmitting,
  };
}
