import { List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import type { GridPoint } from '../../../ui/map/cluster-grid.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { SidePanel } from '../../../ui/surface/SidePanel.tsx';

interface MapPictureListProps {
  title: string;
  points: readonly GridPoint[];
  onOpen: ((point: GridPoint, element: Element) => void) | undefined;
  onClose: () => void;
}

/** More rows are not readable; the search finds the rest. */
const mostShown = 100;
const fewToSearch = 8;

/** The markers as a list: for keyboards, screen readers and overlapping markers. */
export function MapPictureList({ title, points, onOpen, onClose }: MapPictureListProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const [search, setSearch] = useState('');
  const wanted = search.toLocaleLowerCase();
  const found = wanted === '' ? points : points.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return (
    <SidePanel
      title={title}
      facts={t('picture.map.count', { count: points.length, number: formats.number(points.length) })}
      closeLabel={t('picture.map.closeList')}
      onClose={onClose}
    >
      {points.length > fewToSearch && (
        <SearchInput
          value={search}
          onChange={setSearch}
          label={t('picture.map.searchLabel')}
          placeholder={t('picture.map.search')}
          slashFocuses={false}
        />
      )}
      <List disablePadding sx={{ mx: -1 }}>
        {found.slice(0, mostShown).map((point) => {
          const content = (
            <>
              <ListItemText primary={point.label} sx={{ overflowWrap: 'anywhere' }} />
              <StatusChip status={point.status} />
            </>
          );
          return (
            <ListItem key={point.id} disablePadding={onOpen !== undefined} sx={{ gap: 1 }}>
              {onOpen ? (
                <ListItemButton
                  onClick={({ currentTarget }) => onOpen(point, currentTarget)}
                  sx={{ borderRadius: 1, gap: 1, px: 1 }}
                >
                  {content}
                </ListItemButton>
              ) : (
                content
              )}
            </ListItem>
          );
        })}
      </List>
      {found.length === 0 && <Typography color="textSecondary">{t('picture.map.nothingFound')}</Typography>}
      {found.length > mostShown && (
        <Typography variant="body2" color="textSecondary">
          {t('picture.map.more', { count: found.length - mostShown, number: formats.number(found.length - mostShown) })}
        </Typography>
      )}
    </SidePanel>
  );
}
