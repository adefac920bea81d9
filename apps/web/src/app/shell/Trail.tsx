import { Box, Breadcrumbs, Typography } from '@mui/material';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useOpenedPage } from '../../lib/opened-page.ts';
import { trailOf } from '../navigation.ts';
import type { Place } from '../places.ts';

/** Group / screen, and the list in between when the page is below one. A page about one object goes by its title. */
export function Trail({ place }: { place: Place | undefined }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const opened = useOpenedPage();
  if (!place) return null;
  const isOfObject = place.screen.path.includes('{') && opened?.path === pathname && opened.title !== '';
  const trail = trailOf(place.screen.path);
  const isBelow = trail && trail.entry.path !== place.screen.path;
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
        {isOfObject ? opened.title : t(place.titleKey)}
      </Typography>
    </Breadcrumbs>
  );
}
