import { Box, ButtonBase, Collapse } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface UnfoldingProps {
  head: ReactNode;
  children: ReactNode;
  /** There is something in it that must be seen. */
  keepOpen?: boolean;
}

/** A line that says enough for most; pressed, the rest unfolds below it. In tables, OpeningRow does that. */
export function Unfolding({ head, children, keepOpen = false }: UnfoldingProps) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || keepOpen;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setUnfolded(!isOpen)}
        sx={{
          width: '100%',
          justifyContent: 'flex-start',
          textAlign: 'left',
          gap: 1.5,
          px: 1.5,
          py: 1,
          font: 'inherit',
          '&:hover': { bgcolor: 'background.raised' },
        }}
      >
        <Icon size="1rem" aria-hidden style={{ flexShrink: 0 }} />
        <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'block' }}>
          {head}
        </Box>
      </ButtonBase>
      <Collapse in={isOpen} id={id} mountOnEnter unmountOnExit>
        <Box sx={{ px: 1.5, pb: 1.5, display: 'grid', gap: 1, minWidth: 0 }}>{children}</Box>
      </Collapse>
    </>
  );
}
