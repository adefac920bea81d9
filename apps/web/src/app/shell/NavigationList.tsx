import { Box, Divider, ListItemButton, Tooltip, Typography } from '@mui/material';
import { createLink, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { isEntry, type NavigationEntry, type NavigationGroup, trailOf } from '../navigation.ts';
import { ExternalLinks } from './ExternalLinks.tsx';

const EntryLink = createLink(ListItemButton);

interface NavigationListProps {
  groups: readonly NavigationGroup[];
  isMini: boolean;
  onFollow: () => void;
}

export function NavigationList({ groups, isMini, onFollow }: NavigationListProps) {
  const { t } = useTranslation('app');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const active = trailOf(pathname, groups)?.entry;
  return (
    <Box
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', px: 1.25, pb: 2, scrollbarWidth: 'thin' }}
    >
      {groups.map(({ name, items }, index) => (
        <Box key={name} role="group" aria-labelledby={`group-${name}`} sx={{ mt: isMini ? 0 : 1.5 }}>
          {isMini && index > 0 && <Divider sx={{ my: 1 }} />}
          <Typography
            id={`group-${name}`}
            component="h2"
            variant="overline"
            sx={{ display: 'block', px: 1.25, py: 0.75, color: 'text.muted', ...(isMini && visuallyHidden) }}
          >
            {t(`groups.${name}`)}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map((item) =>
              isEntry(item) ? (
                <li key={item.path}>
                  <Entry entry={item} isActive={item === active} isMini={isMini} onFollow={onFollow} />
                </li>
              ) : (
                !isMini && (
                  <li key={item.heading}>
                    <Typography
                      variant="caption"
                      sx={{ display: 'block', px: 1.25, pt: 1, pb: 0.5, color: 'text.muted' }}
                    >
                      {t(`headings.${item.heading}`)}
                    </Typography>
                  </li>
                )
              ),
            )}
          </Box>
        </Box>
      ))}
      <ExternalLinks isMini={isMini} />
    </Box>
  );
}

const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

interface EntryProps {
  entry: NavigationEntry;
  isActive: boolean;
  isMini: boolean;
  onFollow: () => void;
}

function Entry({ entry, isActive, isMini, onFollow }: EntryProps) {
  const { t } = useTranslation('app');
  const { icon: Icon, badge } = entry;
  const label = t(`screens.${entry.path}`);
  return (
    <Tooltip title={isMini ? label : ''} placement="right">
      <EntryLink
        to={entry.path}
        selected={isActive}
        aria-label={isMini ? label : undefined}
        aria-current={isActive ? 'page' : undefined}
        onClick={onFollow}
        sx={{
          height: 36,
          px: 1.25,
          gap: 1.5,
          typography: 'body1',
          fontWeight: 500,
          color: 'text.secondary',
          justifyContent: isMini ? 'center' : 'flex-start',
          '& > svg': { width: 18, height: 18, flexShrink: 0 },
        }}
      >
        <Icon aria-hidden strokeWidth={1.75} />
        {!isMini && (
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {label}
          </Box>
        )}
        {!isMini && badge && <LazyPart part={badge} props={{}} fallback={null} />}
      </EntryLink>
    </Tooltip>
  );
}
