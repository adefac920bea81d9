import { Box, Typography } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface ExplanationStepProps {
  icon: LucideIcon;
  title: string;
  /** A summary in a sentence. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** One step of an explanation; a line connects it with the next step. */
export function ExplanationStep({ icon: Icon, title, lead, children }: ExplanationStepProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: '2rem minmax(0, 1fr)',
        columnGap: 1.5,
        '&:last-of-type [data-rail]': { display: 'none' },
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center' }}>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            flexShrink: 0,
            width: '2rem',
            height: '2rem',
            borderRadius: '50%',
            bgcolor: 'primary.soft',
            color: 'primary.main',
          }}
        >
          <Icon size="1rem" />
        </Box>
        <Box data-rail sx={{ flex: 1, borderLeft: 1, borderColor: 'border.strong', my: 0.5 }} />
      </Box>
      <Box sx={{ minWidth: 0, pb: 3, display: 'grid', gap: 1.25, alignContent: 'start' }}>
        <Typography variant="h3" id={id} sx={{ pt: 0.75 }}>
          {title}
        </Typography>
        {lead && (
          <Typography component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {lead}
          </Typography>
        )}
        {children}
      </Box>
    </Box>
  );
}
