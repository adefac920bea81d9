import { Box, Paper, Portal } from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { whenIdle } from '../../../../lib/when-idle.ts';
import { widgetWebs } from '../../kinds/all-kinds.ts';
import { preloadRenderers } from '../../pictures/WidgetPicture.tsx';
import type { WidgetData } from '../data/use-widget-data.ts';
import { columnCount, type DropLine, type Sized } from './layout.ts';
import { useWidgetDrag } from './use-widget-drag.ts';
import { useWidgetName, WidgetFrame } from './WidgetFrame.tsx';
import type { WidgetTools } from './WidgetMenu.tsx';

export interface WidgetGridProps {
  dashboard: Pick<Dashboard, 'widgets' | 'name'>;
  data: WidgetData;
  parameters: ReadonlyMap<string, string>;
  tools: WidgetTools;
  /** Undefined: the layout cannot be changed. */
  layout?: {
    onOrder: (ids: number[], moved: number) => void;
    onResize: (widgetId: number, sized: Sized) => Promise<unknown>;
  };
  heightScale?: number;
}

const gap = { '@xs': 1.5, '@sm': 2 };

/**
 * The number of columns depends on the width of the grid, not of the window: an embedded dashboard may be as narrow as
 * a phone.
 */
export function GridFrame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        role="group"
        aria-label={label}
        data-widget-grid
        sx={{
          display: 'grid',
          gap,
          gridTemplateColumns: { '@xs': 'minmax(0, 1fr)', '@sm': `repeat(${columnCount}, minmax(0, 1fr))` },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

function DropMark({ line }: { line: DropLine | undefined }) {
  if (!line) return null;
  return (
    <Box
      aria-hidden
      style={{ left: line.left, top: line.top, width: line.width, height: line.height }}
      sx={{ position: 'fixed', zIndex: 'tooltip', borderRadius: 1, bgcolor: 'primary.main', pointerEvents: 'none' }}
    />
  );
}

interface GhostProps {
  widget: Dashboard['widgets'][number];
  parameters: ReadonlyMap<string, string>;
  ghostRef: ReturnType<typeof useWidgetDrag>['ghostRef'];
}

/** The name of the dragged widget beside the pointer. */
function Ghost({ widget, parameters, ghostRef }: GhostProps) {
  const { name } = useWidgetName(widget, parameters);
  return (
    <Portal>
      <Paper
        ref={ghostRef}
        aria-hidden
        variant="outlined"
        sx={{
          position: 'fixed',
          left: 0,
          top: 0,
          zIndex: 'tooltip',
          px: 1.5,
          py: 0.75,
          maxWidth: '16rem',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          boxShadow: 3,
          pointerEvents: 'none',
          typography: 'subtitle2',
        }}
      >
        {name}
      </Paper>
    </Portal>
  );
}

/** The widgets of a dashboard in twelve columns, or in one on phones. */
export function WidgetGrid({ dashboard, data, parameters, tools, layout, heightScale = 1 }: WidgetGridProps) {
  const { t } = useTranslation('dashboards');
  const { widgets, name } = dashboard;
  const drag = useWidgetDrag(
    widgets.map(({ id }) => id),
    (ids, moved) => layout?.onOrder(ids, moved),
  );
  useEffect(
    () => whenIdle(() => preloadRenderers(widgets.flatMap(({ type }) => widgetWebs.get(type)?.draws ?? []))),
    [widgets],
  );
  const dragged = widgets.find(({ id }) => id === drag.draggedId);
  return (
    <>
      <GridFrame label={t('view.widgets', { name })}>
        {widgets.map((widget) => (
          <WidgetFrame
            key={widget.id}
            widget={widget}
            data={data}
            parameters={parameters}
            tools={tools}
            drag={layout ? drag : undefined}
            onResize={(sized) => layout?.onResize(widget.id, sized) ?? Promise.resolve()}
            heightScale={heightScale}
          />
        ))}
      </GridFrame>
      {layout && <DropMark line={drag.line} />}
      {dragged && <Ghost widget={dragged} parameters={parameters} ghostRef={drag.ghostRef} />}
    </>
  );
}
