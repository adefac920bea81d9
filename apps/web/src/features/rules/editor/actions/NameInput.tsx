import { Autocomplete, TextField } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { useCan } from '../../../../lib/abilities.ts';
import { useField } from '../../../../ui/form/form-context.ts';
import { useDevice, useDriverVersion } from '../../../devices/index.ts';
import { useTwinStates } from '../../../states/index.ts';
import { useEditor } from '../editor-context.ts';

interface NameInputProps {
  /** Of the command in the form. */
  path: string;
  name: string;
  label: string;
  required: boolean;
  help?: string | undefined;
}

interface Suggestion {
  name: string;
  /** What people call it. */
  title: string;
}

/** The twin that the command acts on. */
function useTargetId(path: string): number {
  const { twin } = useEditor();
  const target: unknown = useWatch({ name: `${path}.dtwinId` });
  return typeof target === 'number' ? target : twin.id;
}

function Suggesting({ name, label, required, help, suggestions }: NameInputProps & { suggestions: Suggestion[] }) {
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  const titleOf = (given: string) => suggestions.find((each) => each.name === given)?.title;
  return (
    <Autocomplete
      freeSolo
      options={suggestions.map((each) => each.name)}
      inputValue={value}
      value={value}
      disabled={field.disabled}
      onInputChange={(_, next) => field.setValue(next === '' ? undefined : next)}
      onBlur={field.onBlur}
      renderOption={({ key: _key, ...props }, option) => (
        <li key={option} {...props}>
          {titleOf(option) === option ? option : `${titleOf(option)} (${option})`}
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          inputRef={field.ref}
          error={field.error !== undefined}
          helperText={field.error ?? titleOf(value) ?? help}
        />
      )}
    />
  );
}

/** A state of the twin that the command acts on, by its key. */
export function StateKeyInput(props: NameInputProps) {
  const { data = [] } = useTwinStates(useTargetId(props.path));
  return <Suggesting {...props} suggestions={data.map(({ key, title }) => ({ name: key, title }))} />;
}

/** A downlink that the driver of the device knows; those who may not see drivers type its name. */
export function DownlinkNameInput(props: NameInputProps) {
  const seesDrivers = useCan('DeviceDriver.read');
  const { data: device } = useDevice(useTargetId(props.path));
  const driver = device?.driver;
  const { data } = useDriverVersion(driver?.id ?? 0, seesDrivers ? (driver?.version ?? null) : null);
  const suggestions = (data?.downlinks ?? []).map(({ name }) => ({ name, title: name }));
  return <Suggesting {...props} suggestions={suggestions} />;
}
