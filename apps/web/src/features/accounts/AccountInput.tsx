import { useState } from 'react';
import { type FieldProps, useField } from '../../ui/form/form-context.ts';
import { AccountField } from './AccountField.tsx';
import type { PickedAccount } from './AccountPicker.tsx';

interface AccountInputProps extends Omit<FieldProps, 'info' | 'autoFocus'> {
  /** The initial account, so that its name can be shown. */
  initial?: PickedAccount | undefined;
  disabledId?: number | undefined;
}

/** The id of an account as a field of a form. */
export function AccountInput({ name, label, help, required, disabled, initial, disabledId }: AccountInputProps) {
  const field = useField(name, disabled);
  const [chosen, setChosen] = useState(initial);
  return (
    <AccountField
      label={label}
      help={help}
      error={field.error}
      required={required ?? false}
      disabled={field.disabled}
      disabledId={disabledId}
      inputRef={field.ref}
      value={chosen && chosen.id === field.value ? chosen : undefined}
      onChange={(account) => {
        setChosen(account);
        field.setValue(account.id);
      }}
    />
  );
}
