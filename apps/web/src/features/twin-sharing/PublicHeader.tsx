import { Box, Breadcrumbs, Typography } from '@mui/material';
import { LayoutGrid, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { BelowChip, TwinIcon } from '../twins/index.ts';
import { type PublicView, pathTo } from './public-path.ts';
import type { PublicTwin } from './public-twin.queries.ts';

interface PublicHeaderProps {
  twin: PublicTwin;
  shareKey: string;
  view: PublicView;
}

export function PublicHeader({ twin, shareKey, view }: PublicHeaderProps) {
  const { t } = useTranslation('twin-sharing');
  const other = view === 'tiles' ? 'map' : 'tiles';
  const Icon = other === 'map' ? MapIcon : LayoutGrid;
  const hasOther = other === 'tiles' || twin.latitude !== null || twin.children.length > 0;
  return (
    <Box
      component="header"
      sx={{ px: { xs: 2, md: 3 }, py: 1.5, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'border.main' }}
    >
      {twin.ancestors.length > 0 && (
        <Breadcrumbs aria-label={t('public.way')} sx={{ mb: 0.5, typography: 'body2' }}>
          {twin.ancestors.map(({ id, title }) => (
            <InternalLink key={id} to={pathTo(view, shareKey, id)}>
              {title}
            </InternalLink>
          ))}
        </Breadcrumbs>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <TwinIcon twin={{ icon: '', type: twin.type }} size="1.25rem" />
        <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {twin.title}
        </Typography>
        <StatusChip status={twin.status} />
        <BelowChip below={twin.below} />
        {hasOther && (
          <InternalLink
            to={pathTo(other, shareKey, twin.id)}
            sx={{ ml: 'auto', typography: 'body1', display: 'inline-flex', alignItems: 'center', gap: 0.75 }}
          >
            <Icon size="1rem" aria-hidden />
            {t(`view.${other}`)}
          </InternalLink>
        )}
      </Box>
    </Box>
  );
}
