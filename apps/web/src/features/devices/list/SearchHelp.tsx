import { Box, IconButton, Popover, Tooltip, Typography } from '@mui/material';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceRow } from '../../../ui/input/ChoiceRow.tsx';
import type { TableControl } from '../../../ui/table/use-table-state.ts';

/** How the search reads what is typed, and whether all words must be there. */
export function SearchHelp({ table }: { table: Pick<TableControl, 'state' | 'change'> }) {
  const { t } = useTranslation('devices');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { filters } = table.state;
  const { match: _, ...others } = filters;
  return (
    <>
      <Tooltip title={t('searchHelp.open')}>
        <IconButton
          aria-label={t('searchHelp.open')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <CircleHelp aria-hidden />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('searchHelp.open'), sx: { p: 2, maxWidth: '24rem' } } }}
      >
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography>{t('searchHelp.partial')}</Typography>
          <Typography>{t('searchHelp.exact')}</Typography>
          <Typography color="textSecondary">{t('searchHelp.where')}</Typography>
          <Box sx={{ mx: -1.25 }}>
            <ChoiceRow
              label={t('filter.match')}
              value={filters.match?.[0] === 'OR' ? 'OR' : 'AND'}
              options={[
                { value: 'AND', label: t('filter.matchAll') },
                { value: 'OR', label: t('filter.matchAny') },
              ]}
              onChoose={(value) => table.change({ filters: value === 'OR' ? { ...others, match: ['OR'] } : others })}
            />
          </Box>
        </Box>
      </Popover>
    </>
  );
}
