import { Box } from '@mui/material';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';

/** Unformatted text with its lines, scrollable by keyboard. */
export function PlainText({ text, label }: { text: string; label: string }) {
  return (
    <Box
      component="pre"
      role="region"
      aria-label={label}
      // Focusable, because it could not be scrolled by keyboard otherwise.
      tabIndex={0}
      sx={{
        m: 0,
        p: 1.5,
        maxHeight: '28rem',
        overflow: 'auto',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.raised',
        fontFamily: monospaceFamily,
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
}
