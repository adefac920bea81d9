import { Box, Button, ButtonBase, Menu, MenuItem } from '@mui/material';
import { Plus, X } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterPopover } from './FilterPopover.tsx';
import type { TableFilter } from './types.ts';

export interface FilterBarProps {
  filters: readonly TableFilter[];
  values: Record<string, string[]>;
  onChange: (values: Record<string, string[]>) => void;
}

interface Editing {
  filter: TableFilter;
  anchor: HTMLElement;
}

function valueText({ options, nameOf }: TableFilter, values: readonly string[]): ReactNode {
  if (nameOf) return values.map((value) => <Fragment key={value}>{nameOf(value)}</Fragment>);
  return values.map((value) => options?.find((option) => option.value === value)?.label ?? value).join(', ');
}

interface FilterChipProps {
  filter: TableFilter;
  values: readonly string[];
  onEdit: (anchor: HTMLElement) => void;
  onRemove: () => void;
}

/** Two buttons in one chip: the label changes the filter, the cross removes it. */
function FilterChip({ filter, values, onEdit, onRemove }: FilterChipProps) {
  const { t } = useTranslation('ui');
  const text = valueText(filter, values);
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'stretch',
        minHeight: (theme) => theme.spacing(3.5),
        maxWidth: '22rem',
        border: 1,
        borderColor: 'border.strong',
        borderRadius: 2,
        bgcolor: 'background.raised',
        typography: 'body2',
        overflow: 'hidden',
        '& .MuiButtonBase-root.Mui-focusVisible': { outlineOffset: '-2px', borderRadius: 2 },
      }}
    >
      <ButtonBase
        onClick={(event) => onEdit(event.currentTarget)}
        aria-haspopup="dialog"
        sx={{ pl: 1.25, pr: 0.5, gap: 0.75, minWidth: 0, font: 'inherit', color: 'text.secondary' }}
      >
        {filter.label}
        <Box
          component="strong"
          sx={{
            fontWeight: 600,
            color: 'text.primary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {text}
        </Box>
      </ButtonBase>
      <ButtonBase
        onClick={onRemove}
        aria-label={t('table.removeNamedFilter', { label: filter.label })}
        sx={{ pl: 0.5, pr: 1, color: 'text.secondary', '&:hover': { color: 'text.primary' } }}
      >
        <X size="0.75rem" aria-hidden />
      </ButtonBase>
    </Box>
  );
}

/** Filters as removable chips, and a button to add another. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const { t } = useTranslation('ui');
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const active = filters.filter((filter) => (values[filter.id]?.length ?? 0) > 0);
  const idle = filters.filter((filter) => !active.includes(filter));

  const set = (filter: TableFilter, next: string[]) => {
    const { [filter.id]: _, ...others } = values;
    onChange(next.length > 0 ? { ...others, [filter.id]: next } : others);
  };

  return (
    <>
      {active.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          values={values[filter.id] ?? []}
          onEdit={(anchor) => setEditing({ filter, anchor })}
          onRemove={() => set(filter, [])}
        />
      ))}
      {(idle.length > 0 || editing) && (
        <Button
          size="small"
          startIcon={<Plus aria-hidden />}
          onClick={(event) => setMenu(event.currentTarget)}
          aria-haspopup="menu"
          sx={{
            borderStyle: 'dashed',
            borderRadius: 2,
            color: 'text.secondary',
            fontWeight: 400,
            '& .MuiButton-startIcon': { mr: 0.5 },
          }}
        >
          {t('table.addFilter')}
        </Button>
      )}
      <Menu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
        {idle.map((filter) => (
          <MenuItem
            key={filter.id}
            onClick={() => {
              if (menu) setEditing({ filter, anchor: menu });
              setMenu(null);
            }}
          >
            {filter.label}
          </MenuItem>
        ))}
      </Menu>
      {editing?.filter.dialog?.({
        values: values[editing.filter.id] ?? [],
        onChange: (next) => set(editing.filter, next),
        onClose: () => setEditing(null),
      })}
      {editing && !editing.filter.dialog && (
        <FilterPopover
          filter={editing.filter}
          anchor={editing.anchor}
          values={values[editing.filter.id] ?? []}
          onChange={(next) => set(editing.filter, next)}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
