import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface Fact {
  /** Unique within the list. */
  label: string;
  /** An unknown value is shown as a dash. */
  value: ReactNode;
}

export interface FactsProps {
  facts: readonly Fact[];
}

const isMissing = (value: ReactNode) => value === null || value === undefined || value === '';

/** Labels and values of one object. */
export function Facts({ facts }: FactsProps) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(6rem, 2fr) 3fr', columnGap: 2, rowGap: 1, m: 0, minWidth: 0 }}
    >
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box
            component="dt"
            sx={{
              minWidth: 0,
              color: 'text.secondary',
              typography: 'body1',
              overflowWrap: 'anywhere',
              hyphens: 'auto',
            }}
          >
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, typography: 'body1', overflowWrap: 'anywhere' }}>
            {isMissing(value) ? '—' : value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
