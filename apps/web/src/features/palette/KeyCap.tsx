import { Box } from '@mui/material';

export function KeyCap({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        flexShrink: 0,
        px: 0.75,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 0.5,
        bgcolor: 'background.paper',
        color: 'text.secondary',
        fontFamily: 'inherit',
        fontSize: '0.75rem',
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
