import { Box, Button, FormHelperText, FormLabel } from '@mui/material';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { ListPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/form-context.ts';
import type { PickedState } from '../picker/picker.queries.ts';
import { StateChips } from '../picker/StateChips.tsx';
import { StatePickerDialog } from '../picker/StatePickerDialog.tsx';

export interface SourceStatesInputProps {
  name: string;
  label: string;
  help?: string;
  /** Names of states that were chosen before. */
  known: readonly PickedState[];
  disabledIds: readonly number[];
  /** The field then holds one id, not a list. */
  single?: boolean;
  /** Only states of such twins are offered. */
  category?: TwinCategory | undefined;
}

const nameless = (stateId: number): PickedState => ({
  stateId,
  key: null,
  title: null,
  unit: null,
  dtwinId: null,
  dtwinTitle: null,
});

function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.map(Number);
  return typeof value === 'number' ? [value] : [];
}

/** A field of a form that holds ids of states, shown by their names. */
export function SourceStatesInput(props: SourceStatesInputProps) {
  const { name, label, help, known, disabledIds, single = false, category } = props;
  const { t } = useTranslation('states');
  const field = useField(name);
  const labelId = useId();
  const [names, setNames] = useState(() => new Map(known.map((state) => [state.stateId, state])));
  const [isOpen, setOpen] = useState(false);
  const chosen = idsOf(field.value).map((id) => names.get(id) ?? nameless(id));
  const set = (ids: number[]) => field.setValue(single ? ids[0] : ids);

  const take = (states: PickedState[]) => {
    setNames(new Map([...names, ...states.map((state) => [state.stateId, state] as const)]));
    set(states.map(({ stateId }) => stateId));
  };

  return (
    <Box role="group" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
      <FormLabel component="div" id={labelId} sx={{ mb: 0.75 }}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1 }}>
        <StateChips states={chosen} onRemove={(stateId) => set(idsOf(field.value).filter((id) => id !== stateId))} />
        <Button
          ref={field.ref}
          startIcon={<ListPlus aria-hidden />}
          disabled={field.disabled}
          onClick={() => setOpen(true)}
        >
          {t(single ? 'picker.openOne' : 'picker.open')}
        </Button>
      </Box>
      {(field.error ?? help) && (
        <FormHelperText error={field.error !== undefined}>{field.error ?? help}</FormHelperText>
      )}
      {isOpen && (
        <StatePickerDialog
          value={chosen}
          multiple={!single}
          category={category}
          disabledIds={disabledIds}
          onChange={take}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
