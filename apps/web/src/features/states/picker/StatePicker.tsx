import { Box, Button, Typography } from '@mui/material';
import { maxAggregateSources } from '@stellwerk/contract/state-source';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { type PickedTwin, TwinPicker } from '../../twins/index.ts';
import { KeyAdder } from './KeyAdder.tsx';
import { joinPickedStates, keysByFrequency } from './picked-states.ts';
import { type PickedState, pickedOf, useStatesToPick } from './picker.queries.ts';
import { StateChips } from './StateChips.tsx';
import { StateOptions } from './StateOptions.tsx';

export interface StatePickerProps {
  value: readonly PickedState[];
  onChange: (states: PickedState[]) => void;
  multiple?: boolean;
  /** Can be seen but not chosen. */
  disabledIds?: readonly number[];
  /** At most so many. */
  max?: number;
  /** Only states of such twins are offered. */
  category?: TwinCategory | undefined;
}

const noIds: readonly number[] = [];
const paneHeight = 46;

/** Chooses states: by the tree of twins, by search, or all with a key below a twin. */
export function StatePicker(props: StatePickerProps) {
  const { value, onChange, multiple = true, disabledIds = noIds, max = maxAggregateSources, category } = props;
  const { t } = useTranslation('states');
  const formats = useFormats();
  const [twin, setTwin] = useState<PickedTwin>();
  const [search, setSearch] = useState('');
  const found = useStatesToPick({ twinId: twin?.id, search, category });
  const chosenIds = new Set(value.map(({ stateId }) => stateId));
  const shown = found.data?.pages.flatMap((page) => page.data).map(pickedOf) ?? [];

  const add = (states: PickedState[]) => onChange(joinPickedStates(value, states, { max, without: disabledIds }));
  const toggle = (state: PickedState) => {
    if (!multiple) return onChange([state]);
    if (chosenIds.has(state.stateId)) onChange(value.filter(({ stateId }) => stateId !== state.stateId));
    else add([state]);
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '2fr 3fr' } }}>
        <Box sx={{ minWidth: 0 }}>
          <TwinPicker
            label={t('picker.twins')}
            selected={twin ? [twin.id] : []}
            onSelect={(_, chosen) => chosen && setTwin(chosen)}
            height={paneHeight}
          />
        </Box>
        <Box sx={{ minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
          <SearchInput
            value={search}
            onChange={setSearch}
            label={t('picker.search')}
            placeholder={t('picker.search')}
            slashFocuses={false}
          />
          <Box sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, overflow: 'hidden' }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.25, py: 0.5, minHeight: '2.25rem' }}>
              <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1 }}>
                {twin ? t('picker.below', { title: twin.title }) : t('picker.everywhere')}
              </Typography>
              {twin && (
                <Button size="small" variant="text" onClick={() => setTwin(undefined)}>
                  {t('picker.showAll')}
                </Button>
              )}
            </Box>
            <Box
              aria-busy={found.isFetching}
              sx={{
                height: (theme) => theme.spacing(paneHeight - (multiple ? 13 : 3)),
                overflow: 'auto',
                borderTop: 1,
                borderColor: 'border.main',
              }}
            >
              <StateOptions
                found={found}
                chosenIds={chosenIds}
                disabledIds={disabledIds}
                multiple={multiple}
                onToggle={toggle}
              />
            </Box>
            {multiple && <KeyAdder twin={twin} category={category} keys={keysByFrequency(shown)} onFound={add} />}
          </Box>
        </Box>
      </Box>
      <Box>
        <Typography variant="body2" color="textSecondary" role="status" sx={{ mb: 0.75 }}>
          {t('picker.chosen', { count: value.length, number: formats.number(value.length) })}
        </Typography>
        <StateChips
          states={value}
          onRemove={(stateId) => onChange(value.filter((state) => state.stateId !== stateId))}
        />
      </Box>
    </Box>
  );
}
