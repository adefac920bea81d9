import { Typography } from '@mui/material';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { twinLimits } from '@stellwerk/contract/twin';
import { useParams } from '@tanstack/react-router';
import { Pencil, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Attachments } from '../../../ui/file/Attachments.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import type { PageTab } from '../../../ui/page/PageTabs.tsx';
import { inOrder, type Placed } from '../../../ui/slot/slot-entries.ts';
import { useSlotTabs } from '../../../ui/slot/use-slot.tsx';
import { SmartGroupAlarms } from '../../alarms/index.ts';
import { DeviceTable } from '../../devices/index.ts';
import { DeleteGroupDialog } from '../form/DeleteGroupDialog.tsx';
import { GroupDialog } from '../form/GroupDialog.tsx';
import { useGroupFiles, useSmartGroup } from '../group.queries.ts';
import { HealthCounts } from '../list/GroupCard.tsx';
import { groupsPath } from '../paths.ts';
import { smartGroupTabs } from '../slots.ts';
import { BackgroundImage } from './BackgroundImage.tsx';
import { GroupMap } from './GroupMap.tsx';
import { GroupOverview } from './GroupOverview.tsx';
import { MonitoringTab } from './MonitoringTab.tsx';

function FilesTab({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const { upload, remove, download } = useGroupFiles(group.id);
  return (
    <>
      <Attachments
        files={group.attachments}
        label={t('tab.files')}
        dropLabel={t('files.drop')}
        emptyText={t('files.none')}
        mayEdit={group.abilities.update}
        maxSizeBytes={twinLimits.attachmentBytes}
        upload={upload}
        remove={({ id }) => remove(id)}
        download={({ id, name }) => download(id, name)}
      />
      <BackgroundImage group={group} />
    </>
  );
}

function useTabs(group: SmartGroup): Placed<PageTab>[] {
  const { t } = useTranslation('smart-groups');
  const isOffered = useCan('VirtualDevice.read');
  const none = <EmptyState icon={Radio} title={t('devices.none')} description={t('devices.noneText')} />;
  return [
    { position: 100, id: 'overview', label: t('tab.overview'), content: <GroupOverview group={group} /> },
    {
      ...{ isOffered, position: 200, id: 'devices', label: t('tab.devices') },
      content: <DeviceTable smartGroupId={group.id} empty={none} />,
    },
    {
      ...{ isOffered, position: 300, id: 'alarms', label: t('tab.alarms') },
      content: <SmartGroupAlarms smartGroup={group} />,
    },
    { position: 400, id: 'monitoring', label: t('tab.monitoring'), content: <MonitoringTab group={group} /> },
    { ...{ isOffered, position: 500, id: 'map', label: t('tab.map') }, content: <GroupMap groupId={group.id} /> },
    { position: 600, id: 'files', label: t('tab.files'), content: <FilesTab group={group} /> },
  ];
}

function Detail({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const { go } = useNavigation();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const tabs = useTabs(group);
  const contributed = useSlotTabs(smartGroupTabs, { group }, group.id);
  const { title, description, tenantName, abilities } = group;
  const close = () => setDialog(undefined);
  return (
    <Page
      id="smart-group"
      title={title}
      status={<HealthCounts id={group.id} />}
      facts={
        <Typography component="span" color="textSecondary">
          {[tenantName, description].filter((text) => text !== '').join(' · ')}
        </Typography>
      }
      primary={
        abilities.update ? { label: t('edit.action'), icon: Pencil, onClick: () => setDialog('edit') } : undefined
      }
      secondary={
        abilities.delete
          ? [{ label: t('delete.action'), icon: Trash2, danger: true, onClick: () => setDialog('delete') }]
          : []
      }
      tabs={inOrder([...tabs, ...contributed])}
    >
      {dialog === 'edit' && <GroupDialog group={group} onClose={close} />}
      {dialog === 'delete' && <DeleteGroupDialog group={group} onDeleted={() => go(groupsPath)} onClose={close} />}
    </Page>
  );
}

/** One smart group with its devices. */
export function GroupPage() {
  const { t } = useTranslation('smart-groups');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useSmartGroup(Number(id));
  if (data) return <Detail key={data.id} group={data} />;
  return (
    <Page id="smart-group" title={t('group')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
