import { Box, Checkbox, Typography } from '@mui/material';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../navigation/InternalLink.tsx';
import type { TableBodyProps } from './TableGrid.tsx';
import type { RenderedColumn, RenderedRow } from './types.ts';

interface RowCardProps {
  row: RenderedRow;
  columns: readonly RenderedColumn[];
  selected: boolean;
  onSelect: ((selected: boolean) => void) | undefined;
}

function RowCard({ row, columns, selected, onSelect }: RowCardProps) {
  const { t } = useTranslation('ui');
  const placed = (place: RenderedColumn['card']) => columns.filter((column) => (column.card ?? 'line') === place);
  const title = placed('title').map((column) => <Fragment key={column.id}>{row.render(column.id)}</Fragment>);
  const heading = title.length > 0 ? title : row.label;
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'border.main',
        '&:last-of-type': { borderBottom: 0 },
        ...(selected ? { bgcolor: 'primary.soft' } : {}),
      }}
    >
      {onSelect && (
        <Checkbox
          checked={selected}
          onChange={(_, checked) => onSelect(checked)}
          slotProps={{ input: { 'aria-label': t('table.selectRow', { label: row.label }) } }}
          sx={{ alignSelf: 'flex-start', ml: -1, zIndex: 1 }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mb: 0.5 }}>
          <Typography component="div" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {row.to === undefined ? (
              heading
            ) : (
              // The link covers the whole card, so it can be tapped anywhere.
              <InternalLink
                to={row.to}
                color="inherit"
                underline="none"
                sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
              >
                {heading}
              </InternalLink>
            )}
          </Typography>
          {placed('status').map((column) => (
            <Box key={column.id}>{row.render(column.id)}</Box>
          ))}
          {placed('menu').map((column) => (
            // Large enough for a finger without making the heading taller.
            <Box key={column.id} sx={{ my: -0.75, mr: -1 }}>
              {row.render(column.id)}
            </Box>
          ))}
        </Box>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.25 }}>
          {placed('line').map((column) => (
            <Box key={column.id} sx={{ display: 'contents', typography: 'body2' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {column.title}
              </Box>
              <Box component="dd" sx={{ m: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
                {row.render(column.id)}
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** Rows as cards, for phones. */
export function TableCards({ label, rows, columns, selected, onSelect }: TableBodyProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <RowCard
          key={row.id}
          row={row}
          columns={columns}
          selected={selected.has(row.id)}
          onSelect={
            onSelect &&
            ((checked) => {
              const next = new Set(selected);
              if (checked) next.add(row.id);
              else next.delete(row.id);
              onSelect(next);
            })
          }
        />
      ))}
    </Box>
  );
}
