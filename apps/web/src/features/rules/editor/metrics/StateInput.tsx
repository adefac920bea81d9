import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { type PickedState, StatePickerDialog, ValueText } from '../../../states/index.ts';
import type { NamedState } from '../../words/rule-names.ts';
import { useEditor } from '../editor-context.ts';

interface StateInputProps {
  name: string;
  label: string;
  autoFocus: boolean;
  onPicked: (stateId: number, state: NamedState) => void;
}

/** A state of the twin, or the way to those of others. */
type Option = { kind: 'own'; id: number } | { kind: 'foreign'; id: number } | { kind: 'other'; id: -1 };
const other: Option = { kind: 'other', id: -1 };

const namedOf = ({ key, title, unit, dtwinId, dtwinTitle }: PickedState): NamedState => ({
  title: title ?? '',
  key: key ?? '',
  unit: unit ?? '',
  valueType: null,
  dtwinId,
  dtwinTitle: dtwinTitle ?? '',
});

/** The state that a metric watches: those of the twin at once, all others through the picker. */
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
      <Autocomplete
        options={options}
        value={chosen}
        disabled={field.disabled}
        disableClearable={chosen !== null}
        autoHighlight
        getOptionLabel={labelOf}
        getOptionKey={({ kind, id }) => `${kind}-${id}`}
        isOptionEqualToValue={(left, right) => left.id === right.id}
        // Whatever is typed, the way to other twins stays open.
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
        onBlur={field.onBlur}
        renderOption={({ key, ...props }, option) => {
          const state = states.find(({ id }) => id === option.id);
          return (
            <Box component="li" key={key} {...props}>
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
            </Box>
          );
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            placeholder={t('metric.chooseState')}
            inputRef={field.ref}
            autoFocus={autoFocus}
            required
            error={field.error !== undefined}
            helperText={field.error}
          />
        )}
      />
      {isPicking && (
        <StatePickerDialog
          value={[]}
          multiple={false}
          onClose={() => setPicking(false)}
          onChange={([picked]) => {
            if (!picked) return;
            const named = namedOf(picked);
            learn({ state: [picked.stateId, named] });
            take(picked.stateId, named);
          }}
        />
      )}
    </>
  );
}
