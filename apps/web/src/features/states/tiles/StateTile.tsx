import { Box, ButtonBase, Paper, Tooltip, Typography } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { freshnessOf } from '../../../ui/value/freshness.ts';
import { useNow } from '../../../ui/value/use-now.ts';
import { stateIconOf } from '../state-icons.ts';
import type { TileData, TileState } from './tile-types.ts';
import { visuals } from './visuals.ts';

export interface StateTileProps extends TileData {
  /** A press on the value (or, where the picture itself is operated, on the title); gets what was pressed. */
  onPress?: ((anchor: HTMLElement) => void) | undefined;
  /** Replaces the visual, for data of another feature. */
  content?: ReactNode;
}

/** In a grid: as wide as two tiles where there is room for two. */
const wide = { gridColumn: '1 / -1', gridRow: 'span 2', '@container (min-width: 30rem)': { gridColumn: 'span 2' } };

const pressable = {
  borderRadius: 0.75,
  font: 'inherit',
  textAlign: 'start',
  p: 0.75,
  m: -0.75,
  maxWidth: 'calc(100% + 0.75rem)',
  '&:hover': { bgcolor: 'background.raised' },
} as const;

function Press({
  onPress,
  isGrown,
  children,
}: {
  onPress: StateTileProps['onPress'];
  isGrown: boolean;
  children: ReactNode;
}) {
  if (!onPress) return children;
  return (
    <ButtonBase
      aria-haspopup="menu"
      onClick={(event) => onPress(event.currentTarget)}
      sx={{ ...pressable, ...(isGrown ? { width: 'calc(100% + 0.75rem)', justifyContent: 'flex-start' } : {}) }}
    >
      {children}
    </ButtonBase>
  );
}

function Heading({ state, id, children }: { state: TileState; id: string; children: (title: ReactNode) => ReactNode }) {
  const Icon = stateIconOf(state.icon);
  const hasWarning = state.status === 'warning' || state.status === 'error';
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: (theme) => theme.spacing(3) }}
    >
      <Typography
        variant="subtitle2"
        component="h2"
        color="textSecondary"
        id={id}
        sx={{ flex: '1 1 5rem', minWidth: 0, display: 'flex' }}
      >
        {children(
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
            {Icon && (
              <Box component="span" aria-hidden sx={{ display: 'flex', color: 'text.muted', flexShrink: 0 }}>
                <Icon size="1rem" />
              </Box>
            )}
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {state.title}
            </Box>
          </Box>,
        )}
      </Typography>
      {hasWarning && <StatusChip status={state.status} />}
    </Box>
  );
}

/** Age of the value, and why there is no newer one. */
function Foot({ state }: { state: TileState }) {
  const { t } = useTranslation('states');
  const { problem, timestamp, validSeconds, origin } = state;
  return (
    <Box sx={{ mt: 'auto', pt: 0.5, typography: 'caption', color: 'text.muted', minWidth: 0 }}>
      {problem && (
        <Tooltip title={problem.message}>
          <Box
            tabIndex={0}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              color: 'error.main',
              minWidth: 0,
              borderRadius: 0.5,
            }}
          >
            <TriangleAlert size="0.875rem" aria-hidden style={{ flexShrink: 0 }} />
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {problem.message}
            </Box>
          </Box>
        </Tooltip>
      )}
      {timestamp === null ? (
        t('tile.never')
      ) : (
        <>
          <Age at={timestamp} staleAfterMs={validSeconds === null ? undefined : validSeconds * 1000} />
          {origin === 'manual' && ` · ${t('tile.manual')}`}
        </>
      )}
    </Box>
  );
}

/** One state in the visualisation that was chosen for it. Pure presentation: also for strangers who see a shared twin. */
export function StateTile({ onPress, content, ...data }: StateTileProps) {
  const { state } = data;
  const id = useId();
  const nowMs = useNow();
  const visual = visuals[state.visualisation.component];
  if (!visual || state.layout === 'hidden') return null;
  const { Draw, isWide, pressOn, hasAge } = visual;
  const staleAfterMs = state.validSeconds === null ? undefined : state.validSeconds * 1000;
  const isStale = freshnessOf({ measuredAt: state.timestamp, staleAfterMs, nowMs }) === 'stale';
  const drawn = content ?? <Draw {...data} isStale={isStale} />;
  return (
    <Paper
      variant="outlined"
      component="article"
      aria-labelledby={id}
      sx={{
        containerType: 'inline-size',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: (theme) => theme.spacing(17),
        p: { xs: 1.5, sm: 2 },
        ...(isWide ? wide : {}),
      }}
    >
      <Heading state={state} id={id}>
        {(title) =>
          pressOn === 'title' ? (
            <Press onPress={onPress} isGrown={false}>
              {title}
            </Press>
          ) : (
            title
          )
        }
      </Heading>
      <Box sx={{ flex: 1, display: 'flex', alignItems: 'center', py: 1, minWidth: 0 }}>
        <ErrorBoundary>
          {pressOn === 'value' ? (
            <Press onPress={onPress} isGrown>
              {drawn}
            </Press>
          ) : (
            drawn
          )}
        </ErrorBoundary>
      </Box>
      {hasAge && <Foot state={state} />}
    </Paper>
  );
}
