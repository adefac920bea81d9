import { Box, ButtonBase, IconButton, Tooltip } from '@mui/material';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from './KeyCap.tsx';
import { preloadPalette } from './PaletteHost.tsx';
import { isApple } from './palette-keys.ts';
import { paletteStore } from './palette-store.ts';

/** Looks like a search field, because it opens one; phones show only its icon. */
export function PaletteButton({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation('app');
  const label = t('shell.find');
  const keys = isApple() ? '⌘ K' : t('shell.findKeys');
  const shared = {
    onClick: () => paletteStore.show('search'),
    onPointerEnter: preloadPalette,
    onFocus: preloadPalette,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': isApple() ? 'Meta+K' : 'Control+K',
  } as const;
  if (isPhone) {
    return (
      <Tooltip title={label}>
        <IconButton {...shared} aria-label={label}>
          <Search />
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <ButtonBase
      {...shared}
      sx={{
        flex: { xs: '0 1 12rem', lg: '0 0 17rem' },
        minWidth: '11rem',
        height: (theme) => theme.spacing(4.5),
        px: 1.5,
        gap: 1,
        justifyContent: 'space-between',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.default',
        color: 'text.secondary',
        typography: 'body2',
        '&:hover': { borderColor: 'border.strong' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    >
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {label}
      </Box>
      <KeyCap>{keys}</KeyCap>
    </ButtonBase>
  );
}
