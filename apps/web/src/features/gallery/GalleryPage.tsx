import { Download, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Page } from '../../ui/page/Page.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { BasicsDemo } from './BasicsDemo.tsx';
import { ChartDemo } from './ChartDemo.tsx';
import { CodeDemo } from './CodeDemo.tsx';
import { FeedbackDemo } from './FeedbackDemo.tsx';
import { FormDemo } from './FormDemo.tsx';
import { GalleryFrame } from './GalleryFrame.tsx';
import { MapDemo } from './MapDemo.tsx';
import { TableDemo } from './TableDemo.tsx';
import { TreeDemo } from './TreeDemo.tsx';
import { WizardDemo } from './WizardDemo.tsx';

/** Every piece of the kit in its states, to look at and to test. */
export function GalleryPage() {
  const { t } = useTranslation('gallery');
  const act = (label: string) => () => showToast({ message: t('done', { label }) });
  return (
    <GalleryFrame>
      <Page
        id="gallery"
        title={t('title')}
        description={t('description')}
        status={
          <>
            <StatusChip status="warning" />
            <NeutralChip label={t('phase')} />
          </>
        }
        primary={{ label: t('create'), icon: Plus, onClick: act(t('create')) }}
        secondary={[
          { label: t('edit'), icon: Pencil, prominent: true, onClick: act(t('edit')) },
          { label: t('export'), icon: Download, onClick: act(t('export')) },
          { label: t('archive'), disabledReason: t('archiveReason') },
          { label: t('delete'), icon: Trash2, danger: true, onClick: act(t('delete')) },
        ]}
        tabs={[
          { id: 'basics', label: t('tabs.basics'), content: <BasicsDemo /> },
          { id: 'feedback', label: t('tabs.feedback'), content: <FeedbackDemo /> },
          { id: 'table', label: t('tabs.table'), count: 100_000, content: <TableDemo /> },
          { id: 'form', label: t('tabs.form'), content: <FormDemo /> },
          { id: 'wizard', label: t('tabs.wizard'), content: <WizardDemo /> },
          { id: 'tree', label: t('tabs.tree'), content: <TreeDemo /> },
          { id: 'chart', label: t('tabs.chart'), content: <ChartDemo /> },
          { id: 'map', label: t('tabs.map'), content: <MapDemo /> },
          { id: 'code', label: t('tabs.code'), content: <CodeDemo /> },
        ]}
      />
    </GalleryFrame>
  );
}
