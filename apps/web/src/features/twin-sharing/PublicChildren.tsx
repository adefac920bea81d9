import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { BelowChip, TwinIcon } from '../twins/index.ts';
import { pathTo } from './public-path.ts';
import type { PublicTwin } from './public-twin.queries.ts';

/** Over a background image words need a ground of their own. */
const heading = {
  mb: 1,
  px: 1,
  py: 0.25,
  mx: -1,
  width: 'fit-content',
  bgcolor: 'background.default',
  borderRadius: 1,
};
/** The call answers no more than these. */
const maxChildren = 100;

export function PublicChildren({ twin, shareKey }: { twin: PublicTwin; shareKey: string }) {
  const { t } = useTranslation('twin-sharing');
  const id = useId();
  if (twin.children.length === 0) return null;
  return (
    <Box component="nav" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={heading}>
        {t('public.below')}
      </Typography>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))',
        }}
      >
        {twin.children.map((child) => (
          <li key={child.id}>
            <InternalLink
              to={pathTo('tiles', shareKey, child.id)}
              underline="none"
              sx={{
                typography: 'body1',
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                px: 1.5,
                py: 1,
                height: '100%',
                border: 1,
                borderColor: 'border.main',
                borderRadius: 1,
                bgcolor: 'background.paper',
              }}
            >
              <TwinIcon twin={{ icon: '', type: child.type }} />
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {child.title}
              </Box>
              <StatusChip status={child.status} />
              <BelowChip below={child.below} />
            </InternalLink>
          </li>
        ))}
      </Box>
      {twin.children.length >= maxChildren && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ ...heading, mt: 1 }}>
          {t('public.firstHundred')}
        </Typography>
      )}
    </Box>
  );
}
