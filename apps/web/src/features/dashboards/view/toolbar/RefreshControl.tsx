import { Box, Button, ButtonGroup, Divider, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { useLiveState } from '../../../../lib/live.ts';
import { useDelayed } from '../../../../ui/feedback/use-delayed.ts';
import { useNow } from '../../../../ui/value/use-now.ts';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import { refreshChoices } from './refresh-choices.ts';

interface RefreshControlProps {
  /** Whether values are updated live. */
  isLive: boolean;
  isFetching: boolean;
  fetchedAtMs: number;
  seconds: number | null;
  onRefresh: () => void;
  onSeconds: (seconds: number | null) => void;
}

function useDurationText() {
  const { t } = useTranslation('dashboards');
  return (seconds: number): string => {
    if (seconds % 3_600 === 0) return t('refresh.hours', { count: seconds / 3_600 });
    if (seconds % 60 === 0) return t('refresh.minutes', { count: seconds / 60 });
    return t('refresh.seconds', { count: seconds });
  };
}

/** Refetches everything on demand or at an interval, and shows the age of the data. */
export function RefreshControl(props: RefreshControlProps) {
  const { isLive, isFetching, fetchedAtMs, seconds, onRefresh, onSeconds } = props;
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const durationText = useDurationText();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isTurning = useDelayed(isFetching);
  const isOpen = useLiveState() === 'open';
  const nowMs = Math.max(useNow(), fetchedAtMs);
  const relative = fetchedAtMs === 0 ? '' : formats.relativeTime(fetchedAtMs, nowMs);
  const age = relative && t('refresh.age', { age: relative });
  const isUpToDate = isLive && isOpen;
  // With live values the age of the last fetch does not matter.
  const detail = seconds === null ? (isUpToDate ? '' : relative) : durationText(seconds);
  const choose = (next: number | null) => {
    setAnchor(null);
    onSeconds(next);
  };
  const choices: (number | null)[] = [null, ...new Set([...refreshChoices, ...(seconds === null ? [] : [seconds])])];
  return (
    <>
      <ButtonGroup>
        <Tooltip describeChild title={[t('refresh.help'), age].filter(Boolean).join(' · ')}>
          <Button
            onClick={onRefresh}
            startIcon={
              <Box
                component={RefreshCw}
                aria-hidden
                sx={{
                  '@keyframes turning': { to: { transform: 'rotate(360deg)' } },
                  '@media (prefers-reduced-motion: no-preference)': isTurning
                    ? { animation: 'turning 1s linear infinite' }
                    : {},
                }}
              />
            }
          >
            {t(isUpToDate ? 'refresh.live' : 'refresh.now')}
            <Box component="span" sx={visuallyHidden}>
              {t('refresh.help')}
            </Box>
            {detail && (
              <Box component="span" sx={{ ml: 0.75, color: 'text.muted', display: { xs: 'none', sm: 'inline' } }}>
                {detail}
              </Box>
            )}
          </Button>
        </Tooltip>
        <Button
          aria-label={t('refresh.every')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? menuId : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 0.75, minWidth: 0 }}
        >
          <ChevronDown aria-hidden size="1rem" />
        </Button>
      </ButtonGroup>
      <Menu id={menuId} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Typography component="li" role="presentation" variant="caption" color="textMuted" sx={{ px: 2, py: 0.75 }}>
          {age}
        </Typography>
        <Divider component="li" role="presentation" sx={{ my: 0.5 }} />
        {choices.map((choice) => (
          <MenuItem
            key={choice ?? 'none'}
            role="menuitemradio"
            aria-checked={choice === seconds}
            selected={choice === seconds}
            onClick={() => choose(choice)}
          >
            {choice === null ? t('refresh.none') : t('refresh.each', { duration: durationText(choice) })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
