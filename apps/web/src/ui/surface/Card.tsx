import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

export interface CardProps {
  title?: ReactNode;
  /** Small grey text after the title, such as a unit or a time zone. */
  subtitle?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** False: the content touches the border, for tables and maps. */
  padded?: boolean;
  children: ReactNode;
}

/** A bordered surface with an optional title. */
export function Card({ title, subtitle, action, padded = true, children }: CardProps) {
  const id = useId();
  const hasHead = Boolean(title ?? action);
  return (
    <Paper
      variant="outlined"
      component="section"
      {...(title ? { 'aria-labelledby': id } : {})}
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, overflow: 'hidden' }}
    >
      {hasHead && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 2, pt: 2, pb: padded ? 0 : 2 }}>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'baseline',
              gap: 1,
              // If its longest word does not fit, the title gets its own line instead of overlapping the action.
              flex: '1 1 min-content',
              minWidth: 0,
              flexWrap: 'wrap',
            }}
          >
            <Typography variant="h2" id={id}>
              {title}
            </Typography>
            {subtitle && (
              <Typography variant="caption" color="textMuted">
                {subtitle}
              </Typography>
            )}
          </Box>
          {action}
        </Box>
      )}
      <Box sx={{ minWidth: 0, flex: 1, ...(padded ? { p: 2, pt: hasHead ? 1.5 : 2 } : {}) }}>{children}</Box>
    </Paper>
  );
}
