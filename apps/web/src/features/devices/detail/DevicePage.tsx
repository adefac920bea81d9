import { Box } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Pencil, Power, RefreshCw, Replace, Send, Stethoscope, Trash2, Workflow } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';
import { Page } from '../../../ui/page/Page.tsx';
import type { PageTab } from '../../../ui/page/PageTabs.tsx';
import type { Placed } from '../../../ui/slot/slot-entries.ts';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { StarButton } from '../../favourites/index.ts';
import { TwinPageFrame } from '../../twins/index.ts';
import { deviceKeys, useDevice } from '../device.queries.ts';
import { DownlinksTab } from '../downlinks/DownlinksTab.tsx';
import { HealthButton } from '../health/HealthButton.tsx';
import { HealthTab } from '../health/HealthTab.tsx';
import { OperationalStatus } from '../OperationalStatus.tsx';
import { PacketsTab } from '../packets/PacketsTab.tsx';
import { devicePath } from '../paths.ts';
import { SettingsTab } from '../settings/SettingsTab.tsx';
import { StatisticsTab } from '../statistics/StatisticsTab.tsx';
import { useLiveDevice } from '../use-live-device.ts';
import { type DeviceDialog, DeviceDialogs } from './DeviceDialogs.tsx';
import { DeviceOverview } from './DeviceOverview.tsx';
import { FilesTab } from './FilesTab.tsx';
import { RoutingTab } from './RoutingTab.tsx';
import { TemplateChip } from './TemplateChip.tsx';
import { TrackTab } from './TrackTab.tsx';

/** The way down to the device, the ids by which others know it, and when it was last heard of. */
function Identity({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      <span>{device.externalId}</span>
      <CopyButton text={device.externalId} label={t('detail.copyExternalId')} />
      {device.ancestors.length > 0 && <span aria-hidden>·</span>}
      {device.ancestors.map(({ id, title }, index) => (
        <Fragment key={id}>
          {index > 0 && <span aria-hidden>›</span>}
          <InternalLink to={`/digitaltwin-mgmt/${id}`}>{title}</InternalLink>
        </Fragment>
      ))}
      <span aria-hidden>·</span>
      <span>
        {t('detail.seen')} <Age at={device.lastSeenAt} />
      </span>
      <span aria-hidden>·</span>
      <span>{t('detail.number', { id: device.id })}</span>
    </Box>
  );
}

function useActions({ abilities, disabled }: Device, onAsk: (dialog: DeviceDialog) => void): Placed<PageAction>[] {
  const { t } = useTranslation('devices');
  const ask = (dialog: DeviceDialog) => () => onAsk(dialog);
  const changes = { isOffered: abilities.update };
  return [
    {
      isOffered: abilities.sendDownlink,
      position: 100,
      label: t('downlink.action'),
      icon: Send,
      prominent: true,
      onClick: ask('downlink'),
    },
    { position: 200, label: t('health.open'), icon: Stethoscope, onClick: ask('health') },
    {
      isOffered: abilities.delete,
      position: 300,
      label: t('replace.action'),
      icon: Replace,
      onClick: ask('replace'),
    },
    { ...changes, position: 400, label: t('reparse.action'), icon: RefreshCw, onClick: ask('reparse') },
    { ...changes, position: 500, label: t('synchronise.action'), icon: Workflow, onClick: ask('synchronise') },
    {
      ...changes,
      position: 800,
      label: t(disabled ? 'enable.action' : 'disable.action'),
      icon: Power,
      onClick: ask('disable'),
    },
    {
      isOffered: abilities.delete,
      position: 900,
      label: t('delete.action'),
      icon: Trash2,
      danger: true,
      onClick: ask('delete'),
    },
  ];
}

/** Tabs of devices alone. Positions leave room for the tabs of twins: states 200, alarms 300, rules 400. */
function useTabs(device: Device, onAsk: (dialog: DeviceDialog) => void): Placed<PageTab>[] {
  const { t } = useTranslation('devices');
  const readsTwins = useCan('DigitalTwin.read');
  const { problems, abilities } = device;
  return [
    { position: 100, id: 'overview', label: t('tab.overview'), content: <DeviceOverview device={device} /> },
    { position: 210, id: 'packets', label: t('tab.packets'), content: <PacketsTab device={device} /> },
    {
      position: 220,
      id: 'health',
      label: t('tab.health'),
      count: problems.filter(({ isIgnored }) => !isIgnored).length || undefined,
      content: <HealthTab device={device} />,
    },
    { position: 410, id: 'routing', label: t('tab.routing'), content: <RoutingTab device={device} /> },
    {
      position: 420,
      id: 'downlinks',
      label: t('tab.downlinks'),
      content: <DownlinksTab device={device} onSend={() => onAsk('downlink')} />,
    },
    { position: 430, id: 'statistics', label: t('tab.statistics'), content: <StatisticsTab device={device} /> },
    { position: 440, id: 'track', label: t('tab.track'), content: <TrackTab device={device} /> },
    {
      isOffered: readsTwins,
      position: 500,
      id: 'files',
      label: t('tab.files'),
      content: <FilesTab deviceId={device.id} />,
    },
    {
      isOffered: abilities.update,
      position: 600,
      id: 'settings',
      label: t('tab.settings'),
      content: <SettingsTab device={device} />,
    },
  ];
}

function Detail({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<DeviceDialog>();
  useLiveDevice(device.id);
  const { id, title, disabled, operationalStatus, abilities } = device;
  return (
    <>
      <TwinPageFrame
        context={{ kind: 'device', twin: device }}
        id="device"
        title={title}
        status={
          <>
            <HealthButton device={device} onOpen={() => setDialog('health')} />
            <OperationalStatus status={operationalStatus} />
            <TemplateChip deviceId={id} />
            {disabled && <NeutralChip label={t('disabled')} />}
            <StarButton
              type="twin"
              object={device}
              onChanged={() => void queries.invalidateQueries({ queryKey: deviceKeys.all })}
            />
          </>
        }
        facts={<Identity device={device} />}
        primary={
          abilities.update ? { label: t('edit.action'), icon: Pencil, to: devicePath(id, 'settings') } : undefined
        }
        actions={useActions(device, setDialog)}
        tabs={useTabs(device, setDialog)}
      />
      <DeviceDialogs device={device} dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** One virtual device with everything that belongs to it. */
export function DevicePage() {
  const { t } = useTranslation('devices');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useDevice(Number(id));
  if (data) return <Detail key={data.id} device={data} />;
  return (
    <Page id="device" title={t('detail.title')}>
      {error ? (
        <ErrorState error={error} listPath="/virtual-devices" onRetry={() => void refetch()} />
      ) : (
        <Skeletons shape="block" />
      )}
    </Page>
  );
}
