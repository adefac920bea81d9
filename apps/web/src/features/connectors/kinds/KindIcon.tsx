import { Box } from '@mui/material';
import { Plug } from 'lucide-react';
import { connectorWebs } from './all-kinds.ts';

/** The picture of a kind; its name stands beside it. */
export function KindIcon({ type, size = '1.125rem' }: { type: string; size?: string }) {
  const Icon = connectorWebs.get(type)?.icon ?? Plug;
  return (
    <Box component="span" aria-hidden sx={{ display: 'inline-flex', flexShrink: 0, color: 'text.secondary' }}>
      <Icon size={size} aria-hidden />
    </Box>
  );
}
