import type { MapContent, MapTwin } from '@stellwerk/contract/twin-map';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { type ListedObject, MapList } from './MapList.tsx';
import { MapPanel } from './MapPanel.tsx';
import { textsOf } from './map-objects.ts';
import type { MapSource } from './map-source.ts';
import { useCluster } from './twin-map.queries.ts';

/** What stands in the panel: everything on the map, what lies in a cluster, or one twin. */
export type OpenPart =
  | { kind: 'list' }
  | { kind: 'cluster'; id: string; count: number }
  | { kind: 'twin'; id: number; title: string };

interface TwinMapPanelProps {
  open: OpenPart;
  onOpen: (part: OpenPart) => void;
  source: MapSource;
  content: MapContent | undefined;
  detail: (twinId: number) => ReactNode;
  onClose: () => void;
}

type PartProps = Pick<TwinMapPanelProps, 'onOpen' | 'source' | 'content'>;

function useListed(onOpen: PartProps['onOpen']) {
  const formats = useFormats();
  return (twin: MapTwin): ListedObject => ({
    key: `twin ${twin.id}`,
    label: twin.title,
    status: twin.status,
    values: textsOf(twin, formats),
    onOpen: () => onOpen({ kind: 'twin', id: twin.id, title: twin.title }),
  });
}

function ClusterList({ id, source, onOpen }: Omit<PartProps, 'content'> & { id: string }) {
  const { data, error, refetch } = useCluster(source, id);
  const listed = useListed(onOpen);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={5} />;
  return <MapList items={data.twins.map(listed)} total={data.total} />;
}

function EverythingList({ content, onOpen }: Omit<PartProps, 'source'>) {
  const { t } = useTranslation('twin-map');
  const formats = useFormats();
  const listed = useListed(onOpen);
  if (!content) return <Skeletons shape="rows" count={5} />;
  const shown = new Set(content.twins.map(({ id }) => id));
  const items: ListedObject[] = [
    ...content.twins.toSorted((one, other) => one.title.localeCompare(other.title)).map(listed),
    ...content.areas
      .filter(({ twinId }) => !shown.has(twinId))
      .map(({ twinId, title, status }) => ({
        key: `area ${twinId}`,
        label: t('list.area', { title }),
        status,
        onOpen: () => onOpen({ kind: 'twin', id: twinId, title }),
      })),
    ...content.clusters.map(({ id, count, status }) => ({
      key: `cluster ${id}`,
      label: t('list.cluster', { count, number: formats.number(count) }),
      status,
      onOpen: () => onOpen({ kind: 'cluster', id, count }),
    })),
  ];
  return <MapList items={items} />;
}

export function TwinMapPanel({ open, onOpen, source, content, detail, onClose }: TwinMapPanelProps) {
  const { t } = useTranslation('twin-map');
  const formats = useFormats();
  if (open.kind === 'twin') {
    return (
      <MapPanel key={open.id} title={open.title} onClose={onClose}>
        {detail(open.id)}
      </MapPanel>
    );
  }
  if (open.kind === 'cluster') {
    const title = t('list.cluster', { count: open.count, number: formats.number(open.count) });
    return (
      <MapPanel key={open.id} title={title} onClose={onClose}>
        <ClusterList id={open.id} source={source} onOpen={onOpen} />
      </MapPanel>
    );
  }
  return (
    <MapPanel key="list" title={t('list.title')} onClose={onClose}>
      <EverythingList content={content} onOpen={onOpen} />
    </MapPanel>
  );
}
