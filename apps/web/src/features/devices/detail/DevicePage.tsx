import { Box } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { readsStates as mayReadStates } from '@stellwerk/contract/state';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LayoutDashboard, Pencil, Power, RefreshCw, Send, Stethoscope, Trash2, Workflow } from 'lucide-react';
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
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { TwinAlarms } from '../../alarms/index.ts';
import { StarButton } from '../../favourites/index.ts';
import { RulesTab } from '../../rules/index.ts';
import { StatesTab } from '../../states/index.ts';
import { deviceKeys, useDevice } from '../device.queries.ts';
import { useLiveDevice } from '../device-live.ts';
import { DownlinksTab } from '../downlinks/DownlinksTab.tsx';
import { HealthButton } from '../health/HealthButton.tsx';
import { HealthTab } from '../health/HealthTab.tsx';
import { OperationalStatus } from '../OperationalStatus.tsx';
import { PacketsTab } from '../packets/PacketsTab.tsx';
import { devicePath } from '../paths.ts';
import { SettingsTab } from '../settings/SettingsTab.tsx';
import { StatisticsTab } from '../statistics/StatisticsTab.tsx';
import { DeviceOverview } from './DeviceOverview.tsx';
import { type DeviceQuestion, DeviceQuestions } from './DeviceQuestions.tsx';
import { FilesTab } from './FilesTab.tsx';
import { RoutingTab } from './RoutingTab.tsx';
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

function useActions({ abilities, disabled }: Device, onAsk: (question: DeviceQuestion) => void): PageAction[] {
  const { t } = useTranslation('devices');
  const readsDashboards = useCan('Dashboards.read');
  const ask = (question: DeviceQuestion) => () => onAsk(question);
  const offered: [boolean, PageAction][] = [
    [abilities.sendDownlink, { label: t('downlink.action'), icon: Send, prominent: true, onClick: ask('downlink') }],
    [true, { label: t('health.open'), icon: Stethoscope, onClick: ask('health') }],
    [readsDashboards, { label: t('dashboards'), icon: LayoutDashboard, onClick: ask('dashboards') }],
    [abilities.update, { label: t('reparse.action'), icon: RefreshCw, onClick: ask('reparse') }],
    [abilities.update, { label: t('synchronise.action'), icon: Workflow, onClick: ask('synchronise') }],
    [
      abilities.update,
      { label: t(disabled ? 'enable.action' : 'disable.action'), icon: Power, onClick: ask('disable') },
    ],
    [abilities.delete, { label: t('delete.action'), icon: Trash2, danger: true, onClick: ask('delete') }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}

function useTabs(device: Device, onAsk: (question: DeviceQuestion) => void): PageTab[] {
  const { t } = useTranslation('devices');
  const readsStates = useCan(mayReadStates);
  const readsTwins = useCan('DigitalTwin.read');
  const { stateCount, problems, abilities } = device;
  const offered: [boolean, PageTab][] = [
    [true, { id: 'overview', label: t('tab.overview'), content: <DeviceOverview device={device} /> }],
    [readsStates, { id: 'states', label: t('tab.states'), count: stateCount, content: <StatesTab twin={device} /> }],
    [true, { id: 'packets', label: t('tab.packets'), content: <PacketsTab device={device} /> }],
    [
      true,
      {
        id: 'health',
        label: t('tab.health'),
        count: problems.filter(({ isIgnored }) => !isIgnored).length || undefined,
        content: <HealthTab device={device} />,
      },
    ],
    [true, { id: 'alarms', label: t('tab.alarms'), content: <TwinAlarms twin={device} /> }],
    [readsTwins, { id: 'rules', label: t('tab.rules'), content: <RulesTab twinId={device.id} /> }],
    [true, { id: 'routing', label: t('tab.routing'), content: <RoutingTab device={device} /> }],
    [
      true,
      {
        id: 'downlinks',
        label: t('tab.downlinks'),
        content: <DownlinksTab device={device} onSend={() => onAsk('downlink')} />,
      },
    ],
    [true, { id: 'statistics', label: t('tab.statistics'), content: <StatisticsTab device={device} /> }],
    [true, { id: 'track', label: t('tab.track'), content: <TrackTab device={device} /> }],
    [readsTwins, { id: 'files', label: t('tab.files'), content: <FilesTab deviceId={device.id} /> }],
    [abilities.update, { id: 'settings', label: t('tab.settings'), content: <SettingsTab device={device} /> }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, tab]) => tab);
}

function Detail({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const queries = useQueryClient();
  const [question, setQuestion] = useState<DeviceQuestion>();
  useLiveDevice(device.id);
  const { id, title, disabled, operationalStatus, abilities } = device;
  return (
    <>
      <Page
        id="device"
        title={title}
        status={
          <>
            <HealthButton device={device} onOpen={() => setQuestion('health')} />
            <OperationalStatus status={operationalStatus} />
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
        secondary={useActions(device, setQuestion)}
        tabs={useTabs(device, setQuestion)}
      />
      <DeviceQuestions device={device} question={question} onClose={() => setQuestion(undefined)} />
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
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
