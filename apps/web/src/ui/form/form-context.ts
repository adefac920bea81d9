import { createContext, use, useEffect, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FieldLook } from './BaseField.tsx';

/** Names of the fields on the screen, so that server errors about other values are shown elsewhere. */
export const FieldNames = createContext<Set<string> | null>(null);

/** The form can be read, not changed. */
export const ReadOnly = createContext(false);

export interface FieldProps {
  /** Path of the value in the form, such as `location.street`. */
  name: string;
  label: string;
  /** Short help below the field. */
  help?: string | undefined;
  /** Longer explanation behind an info sign, for unusual fields. */
  info?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/**
 * A changed field is validated a moment after blur: an immediate error text would move the button below while it is
 * pressed, and the click would be lost.
 */
const blurCheckMs = 250;

/** The error of a list may be in one of its items. */
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
      // An error of any origin disappears as soon as its cause is fixed.
      if (fieldState.error) void trigger(name);
    },
    onBlur: () => {
      field.onBlur();
      if (!fieldState.isDirty) return;
      timer.current = setTimeout(() => {
        // The schema does not know errors that arrived from the server in the meantime, and would remove them.
        if (getFieldState(name).error?.type !== 'server') void trigger(name);
      }, blurCheckMs);
    },
    ref: field.ref,
    error: messageIn(fieldState.error),
    disabled: disabled || isReadOnly || formState.isSubmitting,
  };
}
export type Field = ReturnType<typeof useField>;

/** Connects a field outside a form with a field of the form. */
export const boundTo = (field: Field, props: Omit<FieldProps, 'name'>): FieldLook => ({
  label: props.label,
  help: props.help,
  info: props.info,
  required: props.required,
  autoFocus: props.autoFocus,
  error: field.error,
  disabled: field.disabled,
  onBlur: field.onBlur,
  inputRef: field.ref,
});
