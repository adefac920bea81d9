import { Box, Button, Divider, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../form/TextField.tsx';
import { ChoiceMark } from '../status/ChoiceMark.tsx';
import type { TableFilter } from './types.ts';

export interface FilterPopoverProps {
  filter: TableFilter;
  values: readonly string[];
  anchor: HTMLElement;
  onChange: (values: string[]) => void;
  onClose: () => void;
}

const searchFrom = 9;

function OptionList({ filter, values, onChange, onClose }: FilterPopoverProps) {
  const { t } = useTranslation('ui');
  const [search, setSearch] = useState('');
  const options = filter.options ?? [];
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(search.toLocaleLowerCase()));
  const toggle = (value: string) => {
    if (filter.single) {
      onChange([value]);
      onClose();
      return;
    }
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  };
  return (
    <>
      {options.length >= searchFrom && (
        <Box sx={{ px: 0.75, pb: 0.75 }}>
          <TextField
            autoFocus
            label={t('search.label')}
            hideLabel
            placeholder={t('search.placeholder')}
            value={search}
            onChange={setSearch}
          />
        </Box>
      )}
      <MenuList
        autoFocusItem={options.length < searchFrom}
        aria-label={filter.label}
        sx={{ p: 0, maxHeight: '18rem', overflowY: 'auto' }}
      >
        {shown.map((option) => (
          <MenuItem
            key={option.value}
            role={filter.single ? 'menuitemradio' : 'menuitemcheckbox'}
            aria-checked={values.includes(option.value)}
            onClick={() => toggle(option.value)}
          >
            <ChoiceMark checked={values.includes(option.value)} single={filter.single ?? false} />
            {option.label}
          </MenuItem>
        ))}
        {shown.length === 0 && (
          <Typography color="textSecondary" sx={{ px: 1.25, py: 1 }} component="li" role="none">
            {t('empty.no-results.title')}
          </Typography>
        )}
      </MenuList>
    </>
  );
}

function TextEntry({ filter, values, onChange, onClose }: FilterPopoverProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(values[0] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim() === '' ? [] : [text.trim()]);
    onClose();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ p: 1, display: 'flex', gap: 1, alignItems: 'flex-end' }}>
      <TextField autoFocus label={filter.label} value={text} onChange={setText} />
      <Button type="submit" variant="contained">
        {t('table.apply')}
      </Button>
    </Box>
  );
}

/** Chooses the values of one filter; every choice applies at once. */
export function FilterPopover(props: FilterPopoverProps) {
  const { t } = useTranslation('ui');
  const { filter, values, anchor, onChange, onClose } = props;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': filter.label, sx: { p: 0.75, minWidth: '14rem' } } }}
    >
      {filter.options ? <OptionList {...props} /> : <TextEntry {...props} />}
      {values.length > 0 && (
        <>
          <Divider sx={{ my: 0.75 }} />
          <Button
            variant="text"
            size="small"
            fullWidth
            onClick={() => {
              onChange([]);
              onClose();
            }}
          >
            {t('table.removeFilter')}
          </Button>
        </>
      )}
    </Popover>
  );
}
