import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { KeyCap } from './KeyCap.tsx';
import { isApple } from './palette-keys.ts';

/** The shortcuts inside the palette. */
export function PanelFooter() {
  const { t } = useTranslation('palette');
  const enter = t('keys.names.enter');
  const modified = isApple() ? `⌘ ${enter}` : `${t('keys.names.control')} ${enter}`;
  const hints: [string, string][] = [
    ['↑ ↓', t('foot.choose')],
    [enter, t('foot.open')],
    [modified, t('foot.tab')],
    ['Esc', t('foot.close')],
  ];
  return (
    <Box
      sx={{
        flexShrink: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'border.main',
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {hints.map(([keys, what]) => (
        <Box key={keys} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <KeyCap>{keys}</KeyCap>
          {what}
        </Box>
      ))}
    </Box>
  );
}
