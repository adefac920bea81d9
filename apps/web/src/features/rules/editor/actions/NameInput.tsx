import { useWatch } from 'react-hook-form';
import { useCan } from '../../../../lib/abilities.ts';
import { SuggestInput } from '../../../../ui/form/SuggestField.tsx';
import { useDevice, useDriverVersion } from '../../../devices/index.ts';
import { useTwinStates } from '../../../states/index.ts';
import { useEditor } from '../editor-context.ts';

interface NameInputProps {
  /** Path of the command in the form. */
  path: string;
  name: string;
  label: string;
  required: boolean;
  help?: string | undefined;
}

interface Suggestion {
  name: string;
  /** Display name of the choice. */
  title: string;
}

/** The twin that the command acts on. */
function useTargetId(path: string): number {
  const { twin } = useEditor();
  const target: unknown = useWatch({ name: `${path}.dtwinId` });
  return typeof target === 'number' ? target : twin.id;
}

function Suggesting({ path: _path, suggestions, help, ...props }: NameInputProps & { suggestions: Suggestion[] }) {
  const value: unknown = useWatch({ name: props.name });
  const titleOf = (given: unknown) => suggestions.find((each) => each.name === given)?.title;
  return (
    <SuggestInput
      {...props}
      emptyAs="absent"
      suggestions={suggestions.map((each) => each.name)}
      renderItem={(each) => (titleOf(each) === each ? each : `${titleOf(each)} (${each})`)}
      help={titleOf(value) ?? help}
    />
  );
}

/** The key of a state of the twin that the command acts on. */
export function StateKeyInput(props: NameInputProps) {
  const { data = [] } = useTwinStates(useTargetId(props.path));
  return <Suggesting {...props} suggestions={data.map(({ key, title }) => ({ name: key, title }))} />;
}

/** A downlink of the device's driver; users without permission for drivers type its name. */
export function DownlinkNameInput(props: NameInputProps) {
  const seesDrivers = useCan('DeviceDriver.read');
  const { data: device } = useDevice(useTargetId(props.path));
  const driver = device?.driver;
  const { data } = useDriverVersion(driver?.id ?? 0, seesDrivers ? (driver?.version ?? null) : null);
  const suggestions = (data?.downlinks ?? []).map(({ name }) => ({ name, title: name }));
  return <Suggesting {...props} suggestions={suggestions} />;
}
