import { Box, Typography } from '@mui/material';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { isPlainClick, useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import type { ApiCall, CallGroup } from '../document/calls.ts';
import { MethodMark } from './MethodMark.tsx';

interface CallListProps {
  groups: readonly CallGroup[];
  chosenKey: string | undefined;
  onOpen: (key: string) => void;
}

/** Long paths break at slashes. */
function PathText({ path }: { path: string }) {
  const [, ...parts] = path.split('/');
  return parts.map((part, index) => {
    const way = parts.slice(0, index + 1).join('/');
    return (
      <span key={way}>
        /<wbr />
        {part}
      </span>
    );
  });
}

/** Scrolls only the list, not the page, and only if the line is out of view. */
function bringIntoList(line: HTMLElement): void {
  const list = line.closest('nav');
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  const place = line.getBoundingClientRect();
  const isSeen = place.top >= top && place.bottom <= Math.min(bottom, window.innerHeight);
  if (!isSeen) list.scrollTop += place.top - top - place.height;
}

function CallLink({ call, isChosen, onOpen }: { call: ApiCall; isChosen: boolean; onOpen: (key: string) => void }) {
  const { addressOf } = useNavigation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen && link.current) bringIntoList(link.current);
  }, [isChosen]);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(call.key);
  };
  return (
    <Box
      component="a"
      ref={link}
      href={addressOf(`/api?call=${encodeURIComponent(call.key)}`)}
      onClick={onClick}
      aria-current={isChosen ? 'true' : undefined}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        px: 1.5,
        py: 0.75,
        color: 'text.primary',
        textDecoration: 'none',
        bgcolor: isChosen ? 'primary.soft' : 'transparent',
        '&:hover': { bgcolor: isChosen ? 'primary.soft' : 'background.raised' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <MethodMark method={call.method} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          <PathText path={call.path} />
        </Box>
        <Box
          lang="en"
          sx={{
            typography: 'caption',
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
          }}
        >
          {call.summary}
        </Box>
      </Box>
    </Box>
  );
}

export function CallList({ groups, chosenKey, onOpen }: CallListProps) {
  const { t } = useTranslation('api-page');
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <Box
      component="nav"
      aria-label={t('calls')}
      sx={{ overflowY: 'auto', minHeight: 0, pb: 1, scrollbarWidth: 'thin' }}
    >
      <Box role="status" sx={visuallyHidden}>
        {t('found', { count })}
      </Box>
      {count === 0 && <EmptyState variant="no-results" compact />}
      {groups.map(({ tag, calls }) => (
        <Box key={tag} component="section" aria-label={tag}>
          <Typography
            variant="overline"
            component="h2"
            lang="en"
            sx={{ px: 1.5, pt: 1.5, pb: 0.5, color: 'text.muted', display: 'flex', gap: 1 }}
          >
            {tag}
            <span aria-hidden>{calls.length}</span>
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {calls.map((call) => (
              <li key={call.key}>
                <CallLink call={call} isChosen={call.key === chosenKey} onOpen={onOpen} />
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
