import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page or a form, without a border of its own. */
export function Section({ title, description, action, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1, mb: 1.5 }}>
        <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {description && <Typography color="textSecondary">{description}</Typography>}
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}
