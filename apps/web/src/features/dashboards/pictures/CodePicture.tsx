import { Box, Button, Typography } from '@mui/material';
import type { JsonValue } from '@stellwerk/plugin/json';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { sizes } from '../../../ui/theme/tokens.ts';
import { PictureFrame } from './PictureFrame.tsx';
import type { PictureHandle, PictureOf, PictureProps } from './picture-props.ts';
import { type FrameState, useChartFrame } from './use-chart-frame.ts';

interface FailureProps {
  state: Extract<FrameState, { is: 'failed' }>;
  onAgain: () => void;
}

function Failure({ state: { failure, message, line }, onAgain }: FailureProps) {
  const { t } = useTranslation('dashboards');
  return (
    <EmptyState
      compact
      icon={CircleAlert}
      title={t(`picture.code.${failure}`)}
      description={
        message && (
          <Typography component="code" variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {line === null ? message : t('picture.code.atLine', { line, message })}
          </Typography>
        )
      }
      action={
        <Button size="small" variant="outlined" startIcon={<RotateCcw aria-hidden />} onClick={onAgain}>
          {t('picture.code.again')}
        </Button>
      }
    />
  );
}

async function canvasOf(url: string | null): Promise<HTMLCanvasElement | null> {
  if (!url) return null;
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas;
}

interface FrameProps {
  code: string;
  input: { [name: string]: JsonValue };
  label: string;
  heightPx: number;
  exportRef: RefObject<PictureHandle | null> | undefined;
  onAgain: () => void;
}

function Frame({ code, input, label, heightPx, exportRef, onAgain }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const colours = useCanvasColours();
  const { state, image } = useChartFrame(frame, { code, input, colours, label });
  useEffect(() => {
    if (!exportRef) return;
    exportRef.current = { image: async () => canvasOf(await image()) };
    return () => {
      exportRef.current = null;
    };
  }, [exportRef, image]);
  // Removing the frame stops all code in it.
  if (state.is === 'failed') {
    return (
      <PictureFrame heightPx={heightPx}>
        <Failure state={state} onAgain={onAgain} />
      </PictureFrame>
    );
  }
  return (
    <Box sx={{ position: 'relative' }} style={{ height: heightPx }}>
      <Box
        component="iframe"
        ref={frame}
        title={label}
        src="/chart-frame.html"
        // Without access to our cookies and pages, because the frame runs code of users.
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        sx={{
          display: 'block',
          width: 1,
          height: 1,
          border: 0,
          visibility: state.is === 'drawn' ? 'visible' : 'hidden',
        }}
      />
      {state.is === 'drawing' && (
        <Box sx={{ position: 'absolute', inset: 0 }}>
          <Skeletons shape="block" height={heightPx / sizes.unit} />
        </Box>
      )}
    </Box>
  );
}

const isInput = (data: JsonValue): data is { [name: string]: JsonValue } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
const noInput = {};

/** A chart by a user's own code, which runs in a frame without network access. */
export function CodePicture({ picture, widgetTitle, heightPx, exportRef }: PictureProps<PictureOf<'code'>>) {
  const { t } = useTranslation('dashboards');
  const [attempt, setAttempt] = useState(0);
  const { code, data } = picture;
  return (
    <Frame
      // Other code, or another attempt, gets a new frame.
      key={`${attempt} ${code}`}
      code={code}
      input={isInput(data) ? data : noInput}
      label={widgetTitle || t('picture.code.title')}
      heightPx={heightPx}
      exportRef={exportRef}
      onAgain={() => setAttempt(attempt + 1)}
    />
  );
}
