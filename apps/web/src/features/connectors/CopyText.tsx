import { Box } from '@mui/material';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { monospaceFamily } from '../../ui/theme/tokens.ts';

interface CopyTextProps {
  text: string;
  /** What is copied, for screen readers and the tooltip. */
  label: string;
}

/** A text for another place: shown as it is, with a button that copies it. */
export function CopyText({ text, label }: CopyTextProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        pl: 1.5,
        pr: 0.5,
        py: 0.5,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.raised',
      }}
    >
      <Box
        component="pre"
        sx={{
          flex: 1,
          minWidth: 0,
          m: 0,
          py: 0.5,
          fontFamily: monospaceFamily,
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      <CopyButton text={text} label={label} />
    </Box>
  );
}
