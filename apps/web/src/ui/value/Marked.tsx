import { Box } from '@mui/material';
import { keyed } from '../../lib/keyed.ts';
import { partsOf } from './text-parts.ts';

/** A text in which the searched words stand out; texts only, never markup. */
export function Marked({ text, words }: { text: string; words: string }) {
  return keyed(partsOf(text, words), (part) => part.text).map(({ key, item: { text: part, isMatch } }) =>
    isMatch ? (
      <Box key={key} component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 600 }}>
        {part}
      </Box>
    ) : (
      <span key={key}>{part}</span>
    ),
  );
}
