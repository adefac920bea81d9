import { Box, Typography } from '@mui/material';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { ChartHandle } from '../../../ui/chart/ChartCanvas.tsx';
import { colourOf } from '../../../ui/chart/chart-colour.ts';
import { sizes } from '../../../ui/theme/tokens.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useValueText } from '../../states/index.ts';
import { ActionLink } from '../actions/ActionLink.tsx';
import type { PictureOf, PictureProps } from './picture-props.ts';
import { valueImage } from './value-image.ts';

type Props = PictureProps<PictureOf<'value'>>;

/** The height of number, unit and change; the sparkline gets the rest if it is large enough. */
const textPx = 56;
const leastLinePx = 20;
const mostLinePx = 160;

/** The change since the begin of the range, in words. */
function useChangeText({ change, decimalPlaces, unit }: Props['picture']): string {
  const { t } = useTranslation('dashboards');
  const { numberText } = useValueText();
  if (change === null) return '';
  const amount = [numberText(Math.abs(change), decimalPlaces), unit].filter(Boolean).join(' ');
  return change === 0
    ? t('picture.change.none')
    : t(change > 0 ? 'picture.change.more' : 'picture.change.less', { amount });
}

function Change({ change, text }: { change: number; text: string }) {
  const Arrow = change === 0 ? ArrowRight : change > 0 ? ArrowUp : ArrowDown;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, color: 'text.secondary' }}>
      <Arrow size="0.875rem" aria-hidden />
      {text}
    </Box>
  );
}

/** The whole tile is a link if it has an action, else a text. */
function Clicked({ picture: { click }, action, isEditing, onAction, children }: Props & { children: ReactNode }) {
  if (!action || !click) return children;
  return (
    <ActionLink
      action={action}
      clickable={click}
      isEditing={isEditing}
      onAction={onAction}
      sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
    >
      {children}
    </ActionLink>
  );
}

/** A big number with its unit, its change, and a sparkline. */
export function ValuePicture(props: Props) {
  const { picture, widgetTitle, heightPx, exportRef } = props;
  const { t } = useTranslation('dashboards');
  const { valueText } = useValueText();
  const colours = useCanvasColours();
  const line = useRef<ChartHandle>(null);
  const { value, unit, decimalPlaces, change, spark, colour, atMs } = picture;
  const text = valueText({ value, decimals: decimalPlaces });
  const changeText = useChangeText(picture);
  const tint = colour === undefined ? undefined : colourOf(colour, colours);
  const linePx = Math.min(mostLinePx, heightPx - textPx);

  const image = useEffectEvent(() => {
    const sparkImage = line.current?.image() ?? null;
    return valueImage({
      number: text,
      unit,
      note: changeText,
      colour: tint ?? colours.text,
      colours,
      spark: sparkImage,
    });
  });
  useEffect(() => {
    if (!exportRef) return;
    exportRef.current = { image: async () => image() };
    return () => {
      exportRef.current = null;
    };
  }, [exportRef]);

  return (
    <Box
      style={{ minHeight: heightPx }}
      sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0, overflow: 'hidden' }}
    >
      <Clicked {...props}>
        <Box
          component="span"
          style={tint === undefined ? {} : { color: tint }}
          sx={{
            fontSize: '1.875rem',
            fontWeight: 600,
            letterSpacing: '-0.02em',
            lineHeight: 1.25,
            overflowWrap: 'anywhere',
          }}
        >
          {text}
          {unit && (
            <Box
              component="span"
              sx={{ ml: 0.5, fontSize: '1rem', fontWeight: 500, letterSpacing: 0, color: 'text.muted' }}
            >
              {unit}
            </Box>
          )}
        </Box>
      </Clicked>
      <Typography variant="caption" component="div" sx={{ minHeight: '1rem' }}>
        {change === null ? atMs !== null && <Age at={atMs} /> : <Change change={change} text={changeText} />}
      </Typography>
      {spark && linePx >= leastLinePx && (
        <Box sx={{ mt: 'auto', pt: 0.5 }}>
          <Chart
            label={t('picture.course', { title: widgetTitle })}
            model={spark}
            height={linePx / sizes.unit - 0.5}
            handleRef={line}
          />
        </Box>
      )}
    </Box>
  );
}
