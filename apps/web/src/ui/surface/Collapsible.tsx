import { Box, ButtonBase, Collapse } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface CollapsibleProps {
  head: ReactNode;
  children: ReactNode;
  /** The content must be seen, for instance because it has an error. */
  keepOpen?: boolean;
}

/** A line with a summary that unfolds to the details. Tables use ExpandableRow. */
export function Collapsible({ head, children, keepOpen = false }: CollapsibleProps) {
  const id = useId();
  const [isExpanded, setExpanded] = useState(false);
  const isOpen = isExpanded || keepOpen;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setExpanded(!isOpen)}
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
