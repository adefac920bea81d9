import { Box, Breadcrumbs, Typography } from '@mui/material';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCurrentPage } from '../../lib/current-page.ts';
import type { AppRoute } from '../app-routes.ts';
import { trailOf } from '../navigation.ts';

/**
 * Group and screen, with the list in between for a page below a list. A page about one object shows the object's title.
 */
export function PageBreadcrumbs({ appRoute }: { appRoute: AppRoute | undefined }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const opened = useCurrentPage();
  if (!appRoute) return null;
  const isOfObject = appRoute.screen.path.includes('{') && opened?.path === pathname && opened.title !== '';
  const trail = trailOf(appRoute.screen.path);
  const isBelow = trail && trail.entry.path !== appRoute.screen.path;
  return (
    <Breadcrumbs
      aria-label={t('shell.breadcrumbs')}
      sx={{
        width: 'max(240px, calc(100% - 700px))',
        color: 'text.secondary',
        '& ol': { flexWrap: 'nowrap' },
        '& li': { minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
        '& .MuiBreadcrumbs-separator': { mx: 0.75, color: 'text.muted', overflow: 'visible', minWidth: 'auto' },
      }}
    >
      {trail && <span>{t(`groups.${trail.group}`)}</span>}
      {isBelow && (
        <Box
          component={Link}
          to={trail.entry.path}
          sx={{ color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
        >
          {t(`screens.${trail.entry.path}`)}
        </Box>
      )}
      <Typography component="span" aria-current="page" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {isOfObject ? opened.title : t(appRoute.titleKey)}
      </Typography>
    </Breadcrumbs>
  );
}
