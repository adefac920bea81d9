import { Box, Paper } from '@mui/material';
import type { PictureInput, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { useId, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { WidgetPicture } from '../pictures/WidgetPicture.tsx';
import { EmbeddedDashboard } from '../view/EmbeddedDashboard.tsx';
import { useHeight } from '../view/grid/use-height.ts';
import { useWidgetName } from '../view/grid/WidgetFrame.tsx';
import { WidgetHeader } from '../view/grid/WidgetHeader.tsx';
import { ViewContext } from '../view/view-context.ts';
import type { PreviewQuestion } from '../widget.queries.ts';
import { useEditing } from './editor-context.ts';
import type { FormInput } from './widget-form.ts';

interface PreviewFrameProps {
  input: PictureInput<Record<string, unknown>, unknown>;
  web: WidgetWeb;
  question: Omit<PreviewQuestion, 'definition'>;
}

const heights = { usual: 280, least: 64, most: 2_000 };
const heightOf = (entered: unknown) =>
  typeof entered === 'number' && entered >= heights.least && entered <= heights.most ? entered : heights.usual;
const ignore = () => undefined;
const watched = ['title', 'minHeightPx', 'hideHeader', 'floatHeader', 'borderless'] as const;

/** The widget as it stands on the dashboard, as high as it will be; nothing in it can be clicked. */
export function PreviewFrame({ input, web, question }: PreviewFrameProps) {
  const { type } = useEditing();
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);
  const heightPx = useHeight(body);
  const [title = '', minHeightPx, hideHeader = false, floatHeader = false, borderless = false] = useWatch<
    FormInput,
    typeof watched
  >({ name: watched });
  const picture = useMemo(() => web.picture(input), [web, input]);
  const { dashboardId, range, parameters } = question;
  const around = useMemo(
    () => ({ dashboardId, question: { range, parameters }, depth: 0, Embedded: EmbeddedDashboard }),
    [dashboardId, range, parameters],
  );
  const named = useWidgetName({ title, type }, parameters);
  const isBare = hideHeader || named.title === '';
  return (
    <Paper
      // Without a name, and so no landmark: the preview around it is one. Headers float over sections.
      component="section"
      variant="outlined"
      sx={{
        position: 'relative',
        minWidth: 0,
        minHeight: `${heightOf(minHeightPx)}px`,
        display: 'flex',
        flexDirection: 'column',
        ...(borderless ? { border: 0, bgcolor: 'transparent', boxShadow: 'none' } : {}),
      }}
    >
      <WidgetHeader
        id={titleId}
        title={named.name}
        isHiddenTitle={isBare}
        isQuiet={false}
        isFloating={isBare || floatHeader}
        menu={null}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', p: borderless ? 0 : 2 }}>
        <Box ref={body} sx={{ position: 'relative', flex: 1, minWidth: 0 }}>
          <Box sx={{ position: 'absolute', inset: 0 }}>
            {heightPx !== undefined && (
              <ViewContext value={around}>
                <WidgetPicture
                  picture={picture}
                  type={type}
                  widgetTitle={named.name}
                  heightPx={heightPx}
                  isEditing
                  onAction={ignore}
                />
              </ViewContext>
            )}
          </Box>
        </Box>
      </Box>
    </Paper>
  );
}
