import { Box } from '@mui/material';
import { type IconOwner, twinIconOf } from './twin-icons.ts';

export interface TwinIconProps {
  twin: IconOwner;
  size?: string;
}

/** Decoration: the title or the type stands beside it as text. */
export function TwinIcon({ twin, size = '1rem' }: TwinIconProps) {
  const Icon = twinIconOf(twin);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexShrink: 0, color: 'text.secondary' }}>
      <Icon size={size} aria-hidden />
    </Box>
  );
}

export interface TwinTitleProps {
  twin: IconOwner & { id: number; title: string };
  /** With the id small beside it. */
  withId?: boolean;
}

export function TwinTitle({ twin, withId = false }: TwinTitleProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: '100%' }}>
      <TwinIcon twin={twin} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {twin.title}
      </Box>
      {withId && (
        <Box component="span" sx={{ typography: 'caption', fontWeight: 400, color: 'text.muted' }}>
          {twin.id}
        </Box>
      )}
    </Box>
  );
}
