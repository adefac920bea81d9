import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { SearchInput } from '../input/SearchInput.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { TableControl } from './use-table-state.ts';

export interface FilteredViewProps {
  /** Title of the page, for screen readers. */
  label: string;
  searchLabel: string;
  searchPlaceholder: string;
  table: Pick<TableControl, 'state' | 'filters' | 'change'>;
  /** After the filters. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Search and filters above a view that fills the rest of the window, such as a map. */
export function FilteredView({ label, searchLabel, searchPlaceholder, table, tools, children }: FilteredViewProps) {
  const { state, filters, change } = table;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="search" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 18.75rem' } }}>
          <SearchInput
            value={state.search}
            onChange={(search) => change({ search })}
            label={searchLabel}
            placeholder={searchPlaceholder}
          />
        </Box>
        <FilterBar filters={filters} values={state.filters} onChange={(values) => change({ filters: values })} />
        {tools}
      </Box>
      <Box
        sx={{
          // The shell and the page header take the rest of the window.
          height: (theme) => `max(${theme.spacing(55)}, calc(100dvh - ${theme.spacing(32)}))`,
          border: 1,
          borderColor: 'border.main',
          borderRadius: 1,
          overflow: 'hidden',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
