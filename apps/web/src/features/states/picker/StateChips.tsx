import { Box, Button, Chip } from '@mui/material';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedState } from './picker.queries.ts';

export interface StateChipsProps {
  states: readonly PickedState[];
  onRemove?: (stateId: number) => void;
}

const firstShown = 12;

/** Chosen states as words with a cross; of many the first ones, the others on demand. */
export function StateChips({ states, onRemove }: StateChipsProps) {
  const { t } = useTranslation('states');
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? states : states.slice(0, firstShown);
  const labelOf = ({ title, dtwinTitle }: PickedState) =>
    title === null ? t('lineage.hidden') : [dtwinTitle, title].filter(Boolean).join(' · ');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, maxHeight: '10rem', overflowY: 'auto' }}>
      {shown.map((state) => (
        <Chip
          key={state.stateId}
          label={labelOf(state)}
          deleteIcon={<X size="0.875rem" aria-label={t('picker.remove', { title: labelOf(state) })} />}
          {...(onRemove ? { onDelete: () => onRemove(state.stateId) } : {})}
        />
      ))}
      {!isOpen && states.length > firstShown && (
        <Button size="small" variant="text" onClick={() => setOpen(true)}>
          {t('picker.moreChosen', { count: states.length - firstShown })}
        </Button>
      )}
    </Box>
  );
}
