import { useRouterState } from '@tanstack/react-router';
import { ChartColumn, FileUp, Map as MapIcon, Plus, SquarePen, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { bulkEditPath, bulkImportPath, devicesPath, newDevicePath } from '../paths.ts';
import { StatisticsDialog } from '../statistics/StatisticsDialog.tsx';

interface DevicesFrameProps {
  view: 'list' | 'map';
  children: ReactNode;
}

/** What list and map have in common; search and filters go along from one to the other. */
export function DevicesFrame({ view, children }: DevicesFrameProps) {
  const { t } = useTranslation('devices');
  const mayCreate = useCan('VirtualDevice.manage');
  const mayWrite = useCan('VirtualDevice.write');
  const { go } = useNavigation();
  const [showsStatistics, setShowsStatistics] = useState(false);
  const searchText = useRouterState({ select: ({ location }) => location.searchStr });
  const parameters = new URLSearchParams(searchText);
  // The other view begins at its first page.
  parameters.delete('page');
  const kept = parameters.size > 0 ? `?${parameters}` : '';
  const other =
    view === 'list'
      ? { label: t('view.map'), icon: MapIcon, to: `${devicesPath}/map${kept}` }
      : { label: t('view.list'), icon: Table2, to: `${devicesPath}${kept}` };
  return (
    <Page
      id="devices"
      title={t('title')}
      description={t('description')}
      primary={mayCreate ? { label: t('create.action'), icon: Plus, to: newDevicePath } : undefined}
      secondary={[
        { ...other, prominent: true },
        ...(mayWrite
          ? [{ label: t('bulkEdit'), icon: SquarePen, onClick: () => go(bulkEditPath([], searchText)) }]
          : []),
        ...(mayCreate ? [{ label: t('bulkImport'), icon: FileUp, onClick: () => go(bulkImportPath) }] : []),
        { label: t('statistics.open'), icon: ChartColumn, prominent: true, onClick: () => setShowsStatistics(true) },
      ]}
    >
      {children}
      {showsStatistics && <StatisticsDialog onClose={() => setShowsStatistics(false)} />}
    </Page>
  );
}
