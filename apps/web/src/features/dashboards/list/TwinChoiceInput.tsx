import { useState } from 'react';
import { useField } from '../../../ui/form/form-context.ts';
import { TwinField } from '../../twins/index.ts';

interface TwinChoiceInputProps {
  name: string;
  label: string;
  help?: string;
  required?: boolean;
}

/** The id of a twin as a form field. */
export function TwinChoiceInput({ name, label, help, required = false }: TwinChoiceInputProps) {
  const field = useField(name);
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  return (
    <TwinField
      label={label}
      help={help}
      required={required}
      value={chosen?.id === field.value ? chosen : undefined}
      onChange={(twin) => {
        setChosen(twin);
        field.setValue(twin.id);
      }}
      error={field.error}
      disabled={field.disabled}
      inputRef={field.ref}
    />
  );
}
