import { Box, Paper } from '@mui/material';
import type { PictureInput, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { useId, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { WidgetPicture } from '../pictures/WidgetPicture.tsx';
import { EmbeddedDashboard } from '../view/EmbeddedDashboard.tsx';
import { useElementHeight } from '../view/grid/use-element-height.ts';
import { useWidgetName } from '../view/grid/WidgetFrame.tsx';
import { WidgetHeader } from '../view/grid/WidgetHeader.tsx';
import { ViewContext } from '../view/view-context.ts';
import type { WidgetPreviewQuery } from '../widget.queries.ts';
import { useEditing } from './editor-context.ts';
import type { FormInput } from './widget-form.ts';

interface PreviewFrameProps {
  input: PictureInput<Record<string, unknown>, unknown>;
  web: WidgetWeb;
  dataQuery: Omit<WidgetPreviewQuery, 'definition'>;
}

const heights = { usual: 280, least: 64, most: 2_000 };
const heightOf = (entered: unknown) =>
  typeof entered === 'number' && entered >= heights.least && entered <= heights.most ? entered : heights.usual;
const ignore = () => undefined;
const watched = ['title', 'minHeightPx', 'hideHeader', 'floatHeader', 'borderless'] as const;

/** The widget in its size on the dashboard, without interaction. */
export function PreviewFrame({ input, web, dataQuery }: PreviewFrameProps) {
  const { type } = useEditing();
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);
  const heightPx = useElementHeight(body);
  const [title = '', minHeightPx, hideHeader = false, floatHeader = false, borderless = false] = useWatch<
    FormInput,
    typeof watched
  >({ name: watched });
  const picture = useMemo(() => web.picture(input), [web, input]);
  const { dashboardId, range, parameters } = dataQuery;
  const around = useMemo(
    () => ({ dashboardId, dataQuery: { range, parameters }, depth: 0, Embedded: EmbeddedDashboard }),
    [dashboardId, range, parameters],
  );
  const keyMatches = useWidgetName({ title, type }, parameters);
  const isBare = hideHeader || keyMatches.title === '';
  return (
    <Paper
      // Without a name, so that it is not a landmark inside the preview. Headers float over sections.
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
        title={keyMatches.name}
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
                  widgetTitle={keyMatches.name}
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
