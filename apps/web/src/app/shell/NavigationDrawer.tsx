import { Box, Drawer, IconButton, Tooltip, Typography } from '@mui/material';
import { useNavigate } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/theme/Logo.tsx';
import { sizes } from '../../ui/theme/tokens.ts';
import { useBranding } from '../branding.queries.ts';
import type { NavigationGroup } from '../navigation.ts';
import { NavigationList } from './NavigationList.tsx';

export interface NavigationDrawerProps {
  groups: readonly NavigationGroup[];
  accountName: string;
  /** `sheet` slides over the page on phones. */
  kind: 'full' | 'mini' | 'sheet';
  isOpen: boolean;
  onClose: () => void;
  onToggleMini: () => void;
}

export function NavigationDrawer({ groups, accountName, kind, isOpen, onClose, onToggleMini }: NavigationDrawerProps) {
  const { t } = useTranslation('app');
  const isMini = kind === 'mini';
  const isSheet = kind === 'sheet';
  const width = isSheet ? `min(${sizes.drawerWidth + 40}px, 85vw)` : isMini ? sizes.drawerMiniWidth : sizes.drawerWidth;
  const toggleLabel = t(isMini ? 'shell.expand' : 'shell.collapse');
  return (
    <Drawer
      variant={isSheet ? 'temporary' : 'permanent'}
      open={!isSheet || isOpen}
      onClose={onClose}
      sx={isSheet ? {} : { width, flexShrink: 0 }}
      slotProps={{
        paper: {
          sx: { width, overflow: 'hidden', borderRadius: 0, borderRight: 1, borderColor: 'border.main' },
        },
      }}
    >
      <Box
        component="nav"
        aria-label={t('shell.navigation')}
        sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
      >
        <Box
          sx={{
            height: sizes.toolbarHeight,
            flexShrink: 0,
            px: isMini ? 2.25 : 2.5,
            display: 'flex',
            alignItems: 'center',
            gap: 1.25,
          }}
        >
          <HomeLink accountName={accountName} isMini={isMini} onFollow={onClose} />
          {isSheet && (
            <IconButton aria-label={t('shell.closeMenu')} onClick={onClose} edge="end">
              <X />
            </IconButton>
          )}
        </Box>
        <NavigationList groups={groups} isMini={isMini} onFollow={onClose} />
        {!isSheet && (
          <Box
            sx={{
              p: 1.25,
              borderTop: 1,
              borderColor: 'border.main',
              display: 'flex',
              justifyContent: isMini ? 'center' : 'flex-end',
            }}
          >
            <Tooltip title={toggleLabel} placement="right">
              <IconButton aria-label={toggleLabel} aria-expanded={!isMini} onClick={onToggleMini}>
                {isMini ? <PanelLeftOpen /> : <PanelLeftClose />}
              </IconButton>
            </Tooltip>
          </Box>
        )}
      </Box>
    </Drawer>
  );
}

/** Links to the start address, which redirects to the home page, without reloading the app. */
function HomeLink({ accountName, isMini, onFollow }: { accountName: string; isMini: boolean; onFollow: () => void }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  // The branding of a mapped domain may lead to a site of the operator.
  const target = useBranding()?.drawerIconLink;
  function follow(event: MouseEvent) {
    if (target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onFollow();
    void navigate({ to: '/home' });
  }
  return (
    <Box
      component="a"
      href={target ?? '/'}
      aria-label={t('shell.home', { account: accountName })}
      onClick={follow}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
      }}
    >
      <Logo sizePx={28} />
      {!isMini && (
        <Typography component="span" noWrap title={accountName} sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>
          {accountName}
        </Typography>
      )}
    </Box>
  );
}
