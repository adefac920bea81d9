import { Box, Chip, IconButton, Tooltip, Typography, useColorScheme } from '@mui/material';
import { anyOf } from '@stellwerk/contract/core/permission';
import type { SessionUser } from '@stellwerk/contract/session';
import { createLink } from '@tanstack/react-router';
import { Building2, CalendarClock, CircleQuestionMark, Menu as MenuIcon, Moon, ShoppingCart, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { guidePath } from '../../features/help/index.ts';
import { PaletteButton } from '../../features/palette/index.ts';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { toolbarEntries } from '../../lib/toolbar-entries.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { SlotPanels } from '../../ui/slot/SlotPanels.tsx';
import { sizes } from '../../ui/theme/tokens.ts';
import type { AppRoute } from '../app-routes.ts';
import { useBranding } from '../branding.queries.ts';
import { guideFor } from '../context-help.ts';
import { PageBreadcrumbs } from './PageBreadcrumbs.tsx';
import { UserMenu } from './UserMenu.tsx';

const IconLink = createLink(IconButton);

const nothing = {};
const seesExports = anyOf('DigitalTwin.read', 'VirtualDevice.read');

export interface ToolbarProps {
  user: SessionUser;
  appRoute: AppRoute | undefined;
  isPhone: boolean;
  onOpenMenu: () => void;
}

export function Toolbar({ user, appRoute, isPhone, onOpenMenu }: ToolbarProps) {
  const { t } = useTranslation('app');
  return (
    <Box
      component="header"
      sx={{
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
            {appRoute ? t(appRoute.titleKey) : ''}
          </Typography>
          <AccountChip />
          <PaletteButton isPhone />
        </>
      ) : (
        <>
          <PageBreadcrumbs appRoute={appRoute} />
          <Box sx={{ flex: 1 }} />
          <AccountChip />
          <PaletteButton isPhone={false} />
          <Typography
            noWrap
            variant="body2"
            sx={{ display: { xs: 'none', lg: 'block' }, color: 'text.secondary', maxWidth: '16rem' }}
          >
            {user.email}
          </Typography>
          <ShopLink />
          <ScheduledExportsLink />
          <HelpLink path={appRoute?.screen.path ?? ''} />
          <ModeSwitch />
        </>
      )}
      <SlotPanels slot={toolbarEntries} context={nothing} fallback={null} />
      <UserMenu user={user} />
    </Box>
  );
}

/** Says that lists show one account only; its delete button shows all accounts again. */
function AccountChip() {
  const { t } = useTranslation('app');
  const { account, choose } = useChosenAccount();
  if (!account) return null;
  return (
    <Tooltip title={t('account.chosen', { name: account.name })}>
      <Chip
        icon={<Building2 aria-hidden />}
        label={account.name}
        aria-label={t('account.clear', { name: account.name })}
        onDelete={() => choose(undefined)}
        sx={{ maxWidth: { xs: '9rem', md: '16rem' } }}
      />
    </Tooltip>
  );
}

/** Shown with an address for the language and its feature flag. */
function ShopLink() {
  const { t } = useTranslation('app');
  const shop = useBranding()?.page[currentLanguage()].shop;
  const label = t('external.shop');
  if (!shop) return null;
  return (
    <Tooltip title={label}>
      <IconButton component="a" href={shop} target="_blank" rel="noopener noreferrer" aria-label={label}>
        <ShoppingCart />
      </IconButton>
    </Tooltip>
  );
}

/** On phones the page is reached by the palette. */
function ScheduledExportsLink() {
  const { t } = useTranslation('app');
  const label = t('screens./scheduled-exports');
  if (!useCan(seesExports)) return null;
  return (
    <Tooltip title={label}>
      <IconLink to="/scheduled-exports" aria-label={label}>
        <CalendarClock />
      </IconLink>
    </Tooltip>
  );
}

/** Opens the guide that explains the page. On phones a link to all guides is in the user menu. */
function HelpLink({ path }: { path: string }) {
  const { t } = useTranslation('app');
  const { addressOf } = useNavigation();
  const label = t('screens./help');
  const guide = guideFor(path);
  return (
    <Tooltip title={label}>
      <IconButton component="a" href={addressOf(guide ? guidePath(guide) : '/help')} aria-label={label}>
        <CircleQuestionMark />
      </IconButton>
    </Tooltip>
  );
}

/** On phones the user menu has this switch. */
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
