import { Box, List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { MarkerText } from '../../ui/map/map-types.ts';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';

export interface ListedObject {
  key: string;
  label: string;
  status: Status;
  values?: readonly MarkerText[] | undefined;
  onOpen: () => void;
}

interface MapListProps {
  items: readonly ListedObject[];
  /** How many there are in all, where these are only the first. */
  total?: number | undefined;
}

/** What markers show, as a list: for keyboards, screen readers and places where one hides the other. */
export function MapList({ items, total = items.length }: MapListProps) {
  const { t } = useTranslation('twin-map');
  const formats = useFormats();
  if (items.length === 0) return <Typography color="textSecondary">{t('list.empty')}</Typography>;
  return (
    <>
      <List disablePadding sx={{ mx: -0.5 }}>
        {items.map(({ key, label, status, values = [], onOpen }) => (
          <ListItem key={key} disablePadding>
            <ListItemButton onClick={onOpen} sx={{ borderRadius: 1, gap: 1, px: 1 }}>
              <ListItemText
                primary={label}
                secondary={values.map((value) => `${value.label} ${value.text}`).join(' · ') || undefined}
                sx={{ overflowWrap: 'anywhere' }}
              />
              <Box sx={{ flexShrink: 0 }}>
                <StatusChip status={status} />
              </Box>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {total > items.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('list.more', { shown: formats.number(items.length), total: formats.number(total) })}
        </Typography>
      )}
    </>
  );
}
