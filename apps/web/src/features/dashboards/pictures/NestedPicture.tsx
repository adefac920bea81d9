import { Box, Button } from '@mui/material';
import { dashboardLimits } from '@stellwerk/contract/dashboard';
import { ArrowLeft, Layers, LayoutDashboard, LayoutGrid } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { useCanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InsideNavigation, type OpenInside } from '../actions/inside-navigation.ts';
import { useDashboard } from '../dashboard.queries.ts';
import { addressName, parameterValues } from '../view/parameters/parameter-values.ts';
import { type EnclosingView, useEnclosingView } from '../view/view-context.ts';
import { nestedImage } from './nested-image.ts';
import { PictureFrame } from './PictureFrame.tsx';
import type { PictureOf, PictureProps } from './picture-props.ts';

interface Inside {
  dashboardId: number;
  parameters: ReadonlyMap<string, string>;
}

const notes = { none: LayoutDashboard, empty: LayoutGrid, tooDeep: Layers };

function Note({ is, heightPx }: { is: keyof typeof notes; heightPx: number }) {
  const { t } = useTranslation('dashboards');
  return (
    <PictureFrame heightPx={heightPx}>
      <EmptyState
        compact
        icon={notes[is]}
        title={t(`picture.nested.${is}.title`)}
        description={t(`picture.nested.${is}.description`, { depth: dashboardLimits.depth })}
      />
    </PictureFrame>
  );
}

/** Has the time range of the surrounding dashboard, and its own parameters. */
function Content({ inside, around, heightPx }: { inside: Inside; around: EnclosingView; heightPx: number }) {
  const { Embedded } = around;
  const { range } = around.dataQuery;
  const { data: dashboard, error, refetch } = useDashboard(inside.dashboardId);
  const dataQuery = useMemo(() => {
    const given = Object.fromEntries([...inside.parameters].map(([name, value]) => [addressName(name), value]));
    return { range, parameters: parameterValues(dashboard?.customParameters ?? [], given) };
  }, [range, inside.parameters, dashboard]);
  if (isApiError(error) && error.status === 404) return <Note is="none" heightPx={heightPx} />;
  if (error && !dashboard) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!dashboard) return <Skeletons shape="cards" count={3} />;
  if (dashboard.widgets.length === 0) return <Note is="empty" heightPx={heightPx} />;
  return <Embedded dashboard={dashboard} dataQuery={dataQuery} />;
}

/** A dashboard inside another one. Its links open pages, or change the embedded dashboard and offer a way back. */
export function NestedPicture(props: PictureProps<PictureOf<'dashboard'>>) {
  const { picture, widgetTitle, heightPx, isEditing, exportRef } = props;
  const { t } = useTranslation('dashboards');
  const colours = useCanvasColours();
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!exportRef) return;
    exportRef.current = { image: async () => room.current && nestedImage(room.current, colours) };
    return () => {
      exportRef.current = null;
    };
  }, [exportRef, colours]);
  const around = useEnclosingView();
  const [way, setWay] = useState<readonly Inside[]>([]);
  const parameters = useMemo(() => new Map(Object.entries(picture.parameters)), [picture.parameters]);
  const openInside: OpenInside = (dashboardId, given) =>
    setWay((before) => [...before, { dashboardId, parameters: given }]);

  const { dashboardId } = picture;
  const first = useMemo(() => dashboardId && { dashboardId, parameters }, [dashboardId, parameters]);
  const inside = way.at(-1) ?? first;
  if (!around || !inside) return <Note is="none" heightPx={heightPx} />;
  // A link inside may lead to a dashboard that contains this one.
  if (around.depth + 1 >= dashboardLimits.depth) return <Note is="tooDeep" heightPx={heightPx} />;
  return (
    <InsideNavigation value={picture.navigation === 'replace' ? openInside : null}>
      <Box
        ref={room}
        role="group"
        aria-label={widgetTitle}
        data-print="grow"
        tabIndex={0}
        inert={isEditing}
        style={{ height: heightPx }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0, overflow: 'auto' }}
      >
        {way.length > 0 && (
          <Box>
            <Button
              size="small"
              startIcon={<ArrowLeft aria-hidden />}
              onClick={() => setWay((before) => before.slice(0, -1))}
            >
              {t('picture.nested.back')}
            </Button>
          </Box>
        )}
        <Content key={`${way.length} ${inside.dashboardId}`} inside={inside} around={around} heightPx={heightPx} />
      </Box>
    </InsideNavigation>
  );
}
