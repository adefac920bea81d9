import { Box } from '@mui/material';
import { KeyRound } from 'lucide-react';

/** The logo of a service, or a key icon. The name is beside it. */
export function ServiceLogo({ logo }: { logo: string }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: (theme) => theme.spacing(3),
        height: (theme) => theme.spacing(3),
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        color: 'text.secondary',
      }}
    >
      {logo ? (
        <Box component="img" src={logo} alt="" sx={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }} />
      ) : (
        <KeyRound size="1.125rem" />
      )}
    </Box>
  );
}
