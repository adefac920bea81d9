import { Box, IconButton, Paper, Tooltip } from '@mui/material';
import type { Widget } from '@stellwerk/contract/dashboard';
import { fillLine } from '@stellwerk/plugin/placeholder';
import { GripVertical } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWidgetTexts } from '../../kinds/all-kinds.ts';
import { useExportablePicture } from '../../pictures/nested-image.ts';
import type { PictureHandle } from '../../pictures/picture-props.ts';
import type { WidgetData } from '../data/use-widget-data.ts';
import { parameterLookup } from '../parameters/parameter-values.ts';
import { columnsOf, type Sized } from './layout.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import { useElementHeight } from './use-element-height.ts';
import { useIsNearViewport } from './use-is-near-viewport.ts';
import type { useWidgetDrag } from './use-widget-drag.ts';
import { useWidgetResize } from './use-widget-resize.ts';
import { WidgetContent } from './WidgetContent.tsx';
import { WidgetHeader } from './WidgetHeader.tsx';
import { WidgetMenu, type WidgetTools } from './WidgetMenu.tsx';

export interface WidgetFrameProps {
  widget: Widget;
  data: WidgetData;
  parameters: ReadonlyMap<string, string>;
  tools: WidgetTools;
  /** Undefined: the widget cannot be moved. */
  drag?: Pick<ReturnType<typeof useWidgetDrag>, 'draggedId' | 'frameRef' | 'handle'> | undefined;
  onResize: (sized: Sized) => Promise<unknown>;
  heightScale: number;
}

/** Lower tiles have a smaller header. */
const quietBelowPx = 160;

/** The name of a widget: its title with filled parameters, or its kind. */
export function useWidgetName(widget: Pick<Widget, 'title' | 'type'>, parameters: ReadonlyMap<string, string>) {
  const texts = useWidgetTexts();
  const title = fillLine(widget.title, parameterLookup(parameters));
  return { title, name: title || texts.title(widget.type) };
}

/** A widget with title, menu and content, and in edit mode with handles to move and resize it. */
export function WidgetFrame({ widget, data, parameters, tools, drag, onResize, heightScale }: WidgetFrameProps) {
  const { t } = useTranslation('dashboards');
  const titleId = useId();
  const { title, name } = useWidgetName(widget, parameters);
  const resize = useWidgetResize(widget, onResize);
  const body = useRef<HTMLDivElement>(null);
  const exportRef = useRef<PictureHandle>(null);
  useExportablePicture(body, exportRef);
  const heightPx = useElementHeight(body);
  const isNear = useIsNearViewport(body, data.answers === undefined);
  const { id, borderless } = widget;
  const isEditing = drag !== undefined;
  const { size, minHeightPx } = resize.shown;
  const isFloating = !isEditing && (widget.hideHeader || widget.floatHeader || title === '');
  const shownTitle = isEditing ? name : widget.hideHeader ? '' : title;
  const refresh = () => tools.onRefresh(widget);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={titleId}
      data-widget={id}
      {...(drag ? { ref: drag.frameRef(id) } : {})}
      sx={{
        position: 'relative',
        gridColumn: columnsOf(size),
        minHeight: `${Math.round(minHeightPx * heightScale)}px`,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        breakInside: 'avoid',
        opacity: drag?.draggedId === id ? 0.4 : 1,
        ...(borderless && !isEditing ? { border: 0, bgcolor: 'transparent', boxShadow: 'none' } : {}),
        ...(resize.isPointerDragging ? { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 } : {}),
      }}
    >
      <WidgetHeader
        id={titleId}
        title={shownTitle || name}
        isHiddenTitle={shownTitle === ''}
        isQuiet={minHeightPx < quietBelowPx}
        isFloating={isFloating}
        handle={
          drag && (
            <Tooltip title={t('edit.moveHelp')}>
              <IconButton
                size="small"
                aria-label={t('edit.move', { name })}
                sx={{ cursor: 'grab', touchAction: 'none', color: 'text.muted' }}
                {...drag.handle(id)}
              >
                <GripVertical aria-hidden />
              </IconButton>
            </Tooltip>
          )
        }
        menu={
          <WidgetMenu
            widget={widget}
            name={name}
            data={data}
            parameters={parameters}
            tools={tools}
            exportRef={exportRef}
          />
        }
      />
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          p: borderless ? 0 : 2,
          pt: borderless || !isFloating ? (minHeightPx < quietBelowPx ? 0 : 1) : 2,
        }}
      >
        <Box ref={body} data-widget-body sx={{ position: 'relative', flex: 1, minWidth: 0 }}>
          <Box sx={{ position: 'absolute', inset: 0 }}>
            {isNear && heightPx !== undefined && (
              <WidgetContent
                widget={widget}
                kind={data.widgets.find((kind) => kind.id === id)}
                answer={data.answers?.get(id)}
                span={data.spanOf(id)}
                parameters={parameters}
                title={name}
                heightPx={heightPx}
                isEditing={isEditing}
                onRetry={refresh}
                exportRef={exportRef}
              />
            )}
          </Box>
        </Box>
      </Box>
      {drag && <ResizeHandle name={name} sized={resize.shown} handle={resize.handle} />}
    </Paper>
  );
}
