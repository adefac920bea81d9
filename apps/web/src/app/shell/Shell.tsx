import { Box, useMediaQuery } from '@mui/material';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnouncementBanners } from '../../features/announcements/index.ts';
import { JobNotices } from '../../features/jobs/index.ts';
import { PaletteHost } from '../../features/palette/index.ts';
import { ImpersonationNotice } from '../../features/session/ImpersonationNotice.tsx';
import { UserSettingsSync } from '../../features/user-settings/index.ts';
import { useSession } from '../../lib/session.ts';
import { useChoice } from '../../lib/storage.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { sizes } from '../../ui/theme/tokens.ts';
import { useBrandingUpdates } from '../branding.queries.ts';
import { navigationFor } from '../navigation.ts';
import { builtScreens } from '../pages.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Footer } from './Footer.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { usePaletteScreens } from './palette-screens.ts';
import { SkipLink } from './SkipLink.tsx';
import { Toolbar } from './Toolbar.tsx';
import { fullName } from './user-name.ts';

/** The frame around every page behind the login: drawer, toolbar, notices, footer. */
export function Shell() {
  const { t } = useTranslation('app');
  const session = useSession();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [isMini, setMini] = useChoice('miniMenu', false);
  const [isOpen, setOpen] = useState(false);
  const appRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.appRoute });
  // The path of the rendered page. During a navigation the address is already that of the next page.
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const main = useFocusAfterNavigation(pathname);
  const groups = useMemo(() => (session ? navigationFor(session, builtScreens()) : []), [session]);
  const paletteScreens = usePaletteScreens(groups);
  useBrandingUpdates();

  // Between logout and the login page there is no page to frame.
  if (!session?.user) return null;
  const margin = isPhone ? sizes.pageMarginPhone : sizes.pageMargin;
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <SkipLink onSkip={() => main.current?.focus()} />
      <NavigationDrawer
        groups={groups}
        accountName={session.user.tenantName}
        kind={isPhone ? 'sheet' : isMini ? 'mini' : 'full'}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onToggleMini={() => setMini(!isMini)}
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box sx={{ position: 'sticky', top: 0, zIndex: 'appBar' }}>
          {session.impersonator && (
            <ImpersonationNotice impersonator={session.impersonator.name} user={fullName(session.user)} />
          )}
          <Toolbar user={session.user} appRoute={appRoute} isPhone={isPhone} onOpenMenu={() => setOpen(true)} />
        </Box>
        <ConnectionNotice />
        <Suspense>
          <AnnouncementBanners />
        </Suspense>
        <UserSettingsSync />
        <Box
          component="main"
          ref={main}
          data-path={pathname}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', p: `${margin}px` }}
        >
          <Suspense>
            <Outlet />
          </Suspense>
        </Box>
        {!appRoute?.screen.isFullHeight && <Footer />}
        <JobNotices />
        <Toasts />
        <PaletteHost screens={paletteScreens} session={session} screenTitle={appRoute && t(appRoute.titleKey)} />
      </Box>
    </Box>
  );
}

/** Screen readers continue at the new page, not at the link that led to it. */
function useFocusAfterNavigation(pathname: string | undefined) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== pathname) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}
