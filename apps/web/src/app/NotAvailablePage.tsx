import { Box, Link, Paper, Typography } from '@mui/material';
import { useMatches } from '@tanstack/react-router';
import { Construction } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/theme/Logo.tsx';

/** Placeholder for every screen that is planned but not built. */
export function NotAvailablePage() {
  const { t } = useTranslation('app');
  const appRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.appRoute });
  const isFramed = appRoute?.screen.hasLayout !== false;
  const notice = (
    <Paper variant="outlined" sx={{ p: 3, display: 'flex', gap: 2, maxWidth: 640 }}>
      <Box sx={{ color: 'text.muted', display: 'flex', pt: 0.25 }}>
        <Construction size={20} aria-hidden />
      </Box>
      <div>
        <Typography variant="h2">{t('notAvailable.title')}</Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{t('notAvailable.text')}</Typography>
        <Typography sx={{ mt: 2 }}>
          {isFramed ? (
            <Link href="#/home">{t('notAvailable.home')}</Link>
          ) : (
            appRoute.screen.path.startsWith('/public/') || <Link href="#/login">{t('notAvailable.login')}</Link>
          )}
        </Typography>
      </div>
    </Paper>
  );
  const title = <Typography variant="h1">{appRoute ? t(appRoute.titleKey) : ''}</Typography>;
  if (isFramed) {
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        {title}
        {notice}
      </Box>
    );
  }
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', gap: 2.5, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Logo sizePx={36} />
        {title}
      </Box>
      {notice}
    </Box>
  );
}
