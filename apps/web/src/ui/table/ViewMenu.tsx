import { Box, Divider, IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMark } from '../status/ChoiceMark.tsx';
import type { RenderedColumn } from './types.ts';
import type { TableControl } from './use-table-state.ts';

export interface ViewMenuProps {
  columns: readonly RenderedColumn[];
  visible: ReadonlySet<string>;
  onColumns: (ids: string[] | null) => void;
  density: TableControl['density'];
  onDensity: TableControl['setDensity'];
  /** Cards on phones have neither columns nor rows. */
  withDensity: boolean;
}

/** Chooses the visible columns and the row density. */
export function ViewMenu({ columns, visible, onColumns, density, onDensity, withDensity }: ViewMenuProps) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (id: string) =>
    onColumns(
      columns.map((column) => column.id).filter((each) => (each === id ? !visible.has(id) : visible.has(each))),
    );
  // The first column names the row, so it cannot be hidden.
  const fixed = columns[0]?.id;
  return (
    <>
      <Tooltip title={t('table.view')}>
        <IconButton
          aria-label={t('table.view')}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Columns3 aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <ListSubheader
          role="presentation"
          sx={{ lineHeight: 2, bgcolor: 'transparent', typography: 'overline', color: 'text.muted' }}
        >
          {t('table.columns')}
        </ListSubheader>
        {columns.map((column) => (
          <MenuItem
            key={column.id}
            role="menuitemcheckbox"
            aria-checked={visible.has(column.id)}
            disabled={column.id === fixed}
            onClick={() => toggle(column.id)}
          >
            <ChoiceMark checked={visible.has(column.id)} />
            {column.title}
          </MenuItem>
        ))}
        <MenuItem onClick={() => onColumns(null)}>
          <Box sx={{ color: 'text.secondary' }}>{t('table.resetColumns')}</Box>
        </MenuItem>
        {withDensity && <Divider />}
        {withDensity && (
          <ListSubheader
            role="presentation"
            sx={{ lineHeight: 2, bgcolor: 'transparent', typography: 'overline', color: 'text.muted' }}
          >
            {t('table.density')}
          </ListSubheader>
        )}
        {withDensity &&
          (['comfortable', 'compact'] as const).map((choice) => (
            <MenuItem
              key={choice}
              role="menuitemradio"
              aria-checked={density === choice}
              onClick={() => onDensity(choice)}
            >
              <ChoiceMark checked={density === choice} single />
              {t(`table.${choice}`)}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
