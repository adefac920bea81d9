import { Box } from '@mui/material';
import { Circle, CircleDot, Square, SquareCheck } from 'lucide-react';

export interface ChoiceMarkProps {
  checked: boolean;
  /** Only one of several options can be chosen. */
  single?: boolean;
}

/** Shows a choice inside something that is itself operated, such as a menu entry; a real box there would be a second control. */
export function ChoiceMark({ checked, single = false }: ChoiceMarkProps) {
  const Icon = single ? (checked ? CircleDot : Circle) : checked ? SquareCheck : Square;
  return (
    <Box
      aria-hidden
      component="span"
      sx={{ display: 'inline-flex', flexShrink: 0, color: checked ? 'primary.main' : 'text.muted' }}
    >
      <Icon size="1.125rem" />
    </Box>
  );
}
