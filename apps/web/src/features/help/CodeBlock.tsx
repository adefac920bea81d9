import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { monospaceFamily } from '../../ui/theme/tokens.ts';

/** An example to copy. Long lines scroll, because line breaks would change their meaning in a terminal. */
export function CodeBlock({ text, number }: { text: string; number: number }) {
  const { t } = useTranslation('help');
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        my: 2,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.raised',
      }}
    >
      <Box
        component="pre"
        role="region"
        aria-label={t('code', { number })}
        // Focusable, because it could not be scrolled by keyboard otherwise.
        tabIndex={0}
        sx={{
          flex: 1,
          minWidth: 0,
          m: 0,
          p: 1.5,
          overflow: 'auto',
          fontFamily: monospaceFamily,
          fontSize: '0.8125rem',
          lineHeight: 1.55,
          '@media print': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
        }}
      >
        {text}
      </Box>
      <Box sx={{ p: 0.75 }}>
        <CopyButton text={text} label={t('copyCode', { number })} />
      </Box>
    </Box>
  );
}
