import { Box, IconButton, Tooltip, Typography, useColorScheme } from '@mui/material';
import type { SessionUser } from '@stellwerk/contract/session';
import { Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../ui/theme/tokens.ts';
import type { Place } from '../pages.ts';
import { Trail } from './Trail.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface ToolbarProps {
  user: SessionUser;
  place: Place | undefined;
  isPhone: boolean;
  onOpenMenu: () => void;
}

export function Toolbar({ user, place, isPhone, onOpenMenu }: ToolbarProps) {
  const { t } = useTranslation('app');
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: sizes.toolbarHeight,
        flexShrink: 0,
        px: isPhone ? 1 : 3,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'border.main',
      }}
    >
      {isPhone ? (
        <>
          <IconButton aria-label={t('shell.openMenu')} onClick={onOpenMenu}>
            <MenuIcon />
          </IconButton>
          <Typography noWrap sx={{ flex: 1, fontWeight: 600 }}>
            {place ? t(place.titleKey) : ''}
          </Typography>
        </>
      ) : (
        <>
          <Trail place={place} />
          <Box sx={{ flex: 1 }} />
          <ModeSwitch />
        </>
      )}
      <UserMenu user={user} />
    </Box>
  );
}

/** On phones the same choice stands in the user menu. */
function ModeSwitch() {
  const { t } = useTranslation('app');
  const { colorScheme, setMode } = useColorScheme();
  const isDark = colorScheme === 'dark';
  const label = t('shell.switchMode');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setMode(isDark ? 'light' : 'dark')}>
        {isDark ? <Sun /> : <Moon />}
      </IconButton>
    </Tooltip>
  );
}
