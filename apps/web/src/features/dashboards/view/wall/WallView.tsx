import { Box, Dialog, IconButton, Tooltip, Typography, useMediaQuery } from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { sizes } from '../../../../ui/theme/tokens.ts';
import { useNow } from '../../../../ui/value/use-now.ts';
import { wallScale } from '../grid/layout.ts';
import { useWakeLock } from './use-wake-lock.ts';

const gapPx = sizes.unit * 2;
const headPx = sizes.unit * 5;
const shownMs = 3_000;

function useWindowHeight(): number {
  const [heightPx, setHeightPx] = useState(window.innerHeight);
  useEffect(() => {
    const measure = () => setHeightPx(window.innerHeight);
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return heightPx;
}

/** True for a moment after a pointer move or key press. */
function useMovement(): boolean {
  const [isMoving, setMoving] = useState(true);
  useEffect(() => {
    let timer = setTimeout(setMoving, shownMs, false);
    const move = () => {
      clearTimeout(timer);
      setMoving(true);
      timer = setTimeout(setMoving, shownMs, false);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('keydown', move);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('keydown', move);
    };
  }, []);
  return isMoving;
}

interface WallViewProps {
  dashboard: Pick<Dashboard, 'name' | 'widgets'>;
  onClose: () => void;
  /** Renders the widgets with heights multiplied so that all fit. */
  children: (heightScale: number) => ReactNode;
}

function WallContent({ dashboard, onClose, children, titleId }: WallViewProps & { titleId: string }) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const nowMs = useNow();
  const isMoving = useMovement();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const roomPx = useWindowHeight() - headPx - gapPx * 2;
  useWakeLock();
  return (
    <Box sx={{ minHeight: '100%', p: 2, display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, height: headPx, pb: 1 }}>
        <Typography id={titleId} variant="h1" noWrap sx={{ flex: 1, minWidth: 0, fontSize: '1.25rem' }}>
          {dashboard.name}
        </Typography>
        <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formats.time(nowMs)}
        </Typography>
        <Tooltip title={t('wall.exit')}>
          <IconButton
            aria-label={t('wall.exit')}
            onClick={onClose}
            sx={{ opacity: isMoving ? 1 : 0, '&:focus-visible': { opacity: 1 }, transition: 'opacity 180ms' }}
          >
            <X aria-hidden />
          </IconButton>
        </Tooltip>
      </Box>
      {children(isPhone ? 1 : wallScale(dashboard.widgets, roomPx, gapPx))}
    </Box>
  );
}

/** Only the widgets, in the size of the screen; for displays without users. */
export function WallView(props: WallViewProps) {
  const titleId = useId();
  return (
    <Dialog
      open
      fullScreen
      onClose={props.onClose}
      transitionDuration={0}
      aria-labelledby={titleId}
      slotProps={{
        paper: { sx: { border: 0, borderRadius: 0, bgcolor: 'background.default', backgroundImage: 'none' } },
      }}
    >
      <WallContent {...props} titleId={titleId} />
    </Dialog>
  );
}
