import { Box, Typography } from '@mui/material';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';

/** A text of machines, to read and to copy. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 0.5 }}>
        <Typography variant="h3" component="p">
          {title}
        </Typography>
        <CopyButton text={text} />
      </Box>
      <Box
        component="pre"
        // Long texts are read by the keys, too.
        tabIndex={0}
        sx={{
          m: 0,
          p: 1.25,
          maxHeight: '18rem',
          overflow: 'auto',
          typography: 'body2',
          // After the type, which brings a family of its own.
          fontFamily: monospaceFamily,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          border: 1,
          borderColor: 'border.main',
          borderRadius: 0.75,
          bgcolor: 'background.raised',
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
