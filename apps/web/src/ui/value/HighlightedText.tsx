import { Box } from '@mui/material';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { matchParts } from './match-parts.ts';

/** Highlights the searched words in a text, never in markup. */
export function HighlightedText({ text, words }: { text: string; words: string }) {
  return withUniqueKeys(matchParts(text, words), (part) => part.text).map(({ key, item: { text: part, isMatch } }) =>
    isMatch ? (
      <Box key={key} component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 600 }}>
        {part}
      </Box>
    ) : (
      <span key={key}>{part}</span>
    ),
  );
}
