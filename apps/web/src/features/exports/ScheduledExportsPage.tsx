import { seesSchedules } from '@stellwerk/contract/export-schedule';
import { readsOwnStates } from '@stellwerk/contract/state';
import { CalendarPlus, Clock, FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { Page } from '../../ui/page/Page.tsx';
import type { PickedState } from '../states/index.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { FilesTab } from './files/FilesTab.tsx';
import { ScheduleDialog } from './schedules/ScheduleDialog.tsx';
import { SchedulesTab } from './schedules/SchedulesTab.tsx';

const noStates: readonly PickedState[] = [];

export function ScheduledExportsPage() {
  const { t } = useTranslation('exports');
  const { account } = useChosenAccount();
  const mayExport = useCan(readsOwnStates);
  const maySchedule = useCan(seesSchedules);
  const [isExporting, setExporting] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  return (
    <>
      <Page
        id="exports"
        title={t('title')}
        description={t('description')}
        primary={
          maySchedule
            ? { label: t('schedule.create'), icon: CalendarPlus, onClick: () => setScheduling(true) }
            : undefined
        }
        secondary={[
          ...(mayExport
            ? [{ label: t('action.new'), icon: FileDown, prominent: true, onClick: () => setExporting(true) }]
            : []),
          { label: t('action.jobs'), icon: Clock, to: '/background-jobs', prominent: true },
        ]}
        tabs={[
          { id: 'schedules', label: t('schedule.tab'), content: <SchedulesTab /> },
          { id: 'files', label: t('files.tab'), content: <FilesTab /> },
        ]}
      />
      {isScheduling && <ScheduleDialog onClose={() => setScheduling(false)} />}
      {isExporting && (
        <ExportDialog
          name={t('dialog.newName')}
          states={noStates}
          tenantId={account?.id}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}
