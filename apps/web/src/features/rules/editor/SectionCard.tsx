import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/surface/Card.tsx';

interface SectionCardProps {
  step: number;
  title: string;
  description: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One step of the editor. */
export function SectionCard({ step, title, description, action, children }: SectionCardProps) {
  return (
    <Card
      title={
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <Box
            component="span"
            aria-hidden
            sx={{
              display: 'inline-grid',
              placeItems: 'center',
              width: (theme) => theme.spacing(3),
              height: (theme) => theme.spacing(3),
              borderRadius: '50%',
              bgcolor: 'primary.soft',
              color: 'primary.main',
              typography: 'body2',
              fontWeight: 600,
            }}
          >
            {step}
          </Box>
          {title}
        </Box>
      }
      action={action}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography color="textSecondary">{description}</Typography>
        {children}
      </Box>
    </Card>
  );
}
