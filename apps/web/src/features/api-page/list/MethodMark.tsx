import { Box } from '@mui/material';

/** Methods that change or delete stand out by colour; the word names the method. */
const colours = new Map([
  ['GET', 'info'],
  ['DELETE', 'error'],
]);

export function MethodMark({ method }: { method: string }) {
  const colour = colours.get(method) ?? 'warning';
  return (
    <Box
      component="span"
      sx={{
        flexShrink: 0,
        display: 'inline-block',
        minWidth: '3.75rem',
        px: 0.5,
        borderRadius: 0.5,
        bgcolor: `${colour}.soft`,
        color: `${colour}.main`,
        textAlign: 'center',
        fontSize: '0.75rem',
        fontWeight: 600,
        lineHeight: 1.6,
      }}
    >
      {method}
    </Box>
  );
}
