import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../../../ui/form/AutocompleteField.tsx';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { type PickedState, StatePickerDialog, ValueText } from '../../../states/index.ts';
import type { NamedState } from '../../texts/rule-names.ts';
import { useEditor } from '../editor-context.ts';

interface StateInputProps {
  name: string;
  label: string;
  autoFocus: boolean;
  onPicked: (stateId: number, state: NamedState) => void;
}

/** A state of the twin, or the entry that opens the picker for other twins. */
type Option = { kind: 'own'; id: number } | { kind: 'foreign'; id: number } | { kind: 'other'; id: -1 };
const other: Option = { kind: 'other', id: -1 };

const namedStateOf = ({ key, title, unit, dtwinId, dtwinTitle }: PickedState): NamedState => ({
  title: title ?? '',
  key: key ?? '',
  unit: unit ?? '',
  valueType: null,
  dtwinId,
  dtwinTitle: dtwinTitle ?? '',
});

/** The state of a metric: states of the twin are offered directly, all others through the picker. */
export function StateInput({ name, label, autoFocus, onPicked }: StateInputProps) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const { states, names, learn, twin } = useEditor();
  const [isPicking, setPicking] = useState(false);
  const chosenId = typeof field.value === 'number' ? field.value : undefined;
  const own = states.map(({ id }): Option => ({ kind: 'own', id }));
  const chosen: Option | null =
    chosenId === undefined ? null : (own.find(({ id }) => id === chosenId) ?? { kind: 'foreign', id: chosenId });
  const options = chosen?.kind === 'foreign' ? [chosen, ...own, other] : [...own, other];

  const labelOf = ({ kind, id }: Option): string => {
    if (kind === 'other') return t('metric.otherState');
    const state = names.states.get(id);
    if (!state) return t('metric.hiddenState', { id });
    return state.dtwinId === twin.id || state.dtwinTitle === '' ? state.title : `${state.dtwinTitle} · ${state.title}`;
  };

  function take(stateId: number, state: NamedState | undefined) {
    field.setValue(stateId);
    if (state) onPicked(stateId, state);
  }

  return (
    <>
      <AutocompleteField
        {...boundTo(field, { label, autoFocus, required: true })}
        placeholder={t('metric.chooseState')}
        options={options}
        value={chosen}
        disableClearable={chosen !== null}
        autoHighlight
        getOptionLabel={labelOf}
        getOptionKey={({ kind, id }) => `${kind}-${id}`}
        isOptionEqualToValue={(left, right) => left.id === right.id}
        // The entry for other twins is always visible, whatever the user types.
        filterOptions={(all, { inputValue }) => {
          const words = inputValue.trim().toLowerCase();
          return all.filter(
            (option) =>
              option.kind === 'other' ||
              `${labelOf(option)} ${names.states.get(option.id)?.key ?? ''}`.toLowerCase().includes(words),
          );
        }}
        onChange={(_, option) => {
          if (option?.kind === 'other') setPicking(true);
          else if (option) take(option.id, names.states.get(option.id));
        }}
        renderItem={(option) => {
          const state = states.find(({ id }) => id === option.id);
          return (
            <>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap color={option.kind === 'other' ? 'primary' : 'textPrimary'}>
                  {labelOf(option)}
                </Typography>
                {state && (
                  <Typography variant="caption" component="div" color="textSecondary" noWrap>
                    {state.key}
                  </Typography>
                )}
              </Box>
              {state && (
                <Box sx={{ maxWidth: '40%', textAlign: 'right' }}>
                  <ValueText value={state.value} unit={state.unit} decimals={state.visualisation.decimals} />
                </Box>
              )}
            </>
          );
        }}
      />
      {isPicking && (
        <StatePickerDialog
          value={[]}
          multiple={false}
          onClose={() => setPicking(false)}
          onChange={([picked]) => {
            if (!picked) return;
            const named = namedStateOf(picked);
            learn({ state: [picked.stateId, named] });
            take(picked.stateId, named);
          }}
        />
      )}
    </>
  );
}
