import { Box } from '@mui/material';
import type { Driver } from '@stellwerk/contract/driver';
import { useParams } from '@tanstack/react-router';
import { FileCode2, GitCompare, Pencil, Trash2, Undo2, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StarButton } from '../favourites/index.ts';
import { DevicesTab } from './DevicesTab.tsx';
import { type DriverDialog, DriverDialogs } from './DriverDialogs.tsx';
import { DriverImage } from './DriverImage.tsx';
import { DriverVersionChip } from './DriverVersionChip.tsx';
import { DownlinksTab } from './downlinks/DownlinksTab.tsx';
import { contentOf, newestNumber } from './draft/content.ts';
import { DraftProvider } from './draft/DraftProvider.tsx';
import { useDraft } from './draft/draft-context.ts';
import { SaveButton } from './draft/SaveButton.tsx';
import { useDriver, useDriverVersion } from './driver.queries.ts';
import { HealthTab } from './health/HealthTab.tsx';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { ParserTab } from './parser/ParserTab.tsx';
import { VariablesTab } from './variables/VariablesTab.tsx';
import { VersionsTab } from './versions/VersionsTab.tsx';

function useActions(onAsk: (dialog: DriverDialog) => void): PageAction[] {
  const { t } = useTranslation('drivers');
  const { driver, isDirty, mayEdit } = useDraft();
  if (!mayEdit) return [];
  const hasPublished = driver.publishedVersion !== null;
  const noComparison = hasPublished ? t('compare.noDraft') : t('compare.notPublished');
  const ask = (dialog: DriverDialog) => () => onAsk(dialog);
  return [
    { label: t('details.action'), icon: Pencil, onClick: ask('details') },
    { label: t('codec.action'), icon: FileCode2, onClick: ask('codec') },
    {
      label: t('compare.action'),
      icon: GitCompare,
      onClick: ask('compare'),
      disabledReason: hasPublished && (driver.draft || isDirty) ? undefined : noComparison,
    },
    {
      label: t('discard.action'),
      icon: Undo2,
      onClick: ask('discard'),
      disabledReason: !hasPublished ? t('discard.onlyOne') : driver.draft || isDirty ? undefined : t('compare.noDraft'),
    },
    {
      label: t('delete.action'),
      icon: Trash2,
      danger: true,
      onClick: ask('delete'),
      disabledReason:
        driver.deviceCount > 0
          ? t('delete.inUse', { count: driver.deviceCount, shown: driver.deviceCount })
          : undefined,
    },
  ];
}

function Facts({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const words = [driver.manufacturer, driver.accountName, t(`parserType.${driver.parserType}`)];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      <span>{[...words.filter((word) => word !== ''), t('detail.number', { id: driver.id })].join(' · ')}</span>
      <CopyButton text={String(driver.id)} label={t('detail.copyId')} />
    </Box>
  );
}

function Detail() {
  const { t } = useTranslation('drivers');
  const { driver, content, isDirty, mayEdit } = useDraft();
  const [dialog, setDialog] = useState<DriverDialog>();
  const canPublish = driver.draft !== null || isDirty;
  return (
    <>
      <Page
        id="driver"
        title={driver.title}
        icon={<DriverImage driver={driver} size={4.5} />}
        status={
          <>
            <DriverVersionChip driver={driver} />
            {driver.visibility === 'everyone' && <NeutralChip label={t('visibility.everyone')} />}
            {!mayEdit && <NeutralChip label={t('detail.readOnly')} />}
            <StarButton type="driver" object={driver} />
          </>
        }
        facts={<Facts driver={driver} />}
        tools={mayEdit && <SaveButton />}
        primary={
          mayEdit
            ? {
                label: t('publish.action'),
                icon: Upload,
                onClick: () => setDialog('publish'),
                disabledReason: canPublish ? undefined : t('publish.nothing'),
              }
            : undefined
        }
        secondary={useActions(setDialog)}
        tabs={[
          { id: 'overview', label: t('tab.overview'), content: <OverviewTab onEdit={() => setDialog('details')} /> },
          { id: 'parser', label: t('tab.parser'), content: <ParserTab onAsk={setDialog} /> },
          {
            id: 'variables',
            label: t('tab.variables'),
            count: content.variables.length,
            content: <VariablesTab />,
          },
          { id: 'health', label: t('tab.health'), count: content.health.length, content: <HealthTab /> },
          { id: 'downlinks', label: t('tab.downlinks'), count: content.downlinks.length, content: <DownlinksTab /> },
          {
            id: 'devices',
            label: t('tab.devices'),
            count: driver.deviceCount,
            content: <DevicesTab driver={driver} />,
          },
          {
            id: 'versions',
            label: t('tab.versions'),
            count: driver.publishedVersion ?? 0,
            content: <VersionsTab onAsk={setDialog} />,
          },
        ]}
      />
      <DriverDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** The content stands in the draft, and without one in the newest version, which has to be fetched first. */
function Loaded({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const version = useDriverVersion(driver.id, newestNumber(driver));
  const source = driver.draft ?? version.data;
  const stored = useMemo(() => source && contentOf(source), [source]);
  if (stored) {
    return (
      <DraftProvider driver={driver} stored={stored}>
        <Detail />
      </DraftProvider>
    );
  }
  return (
    <Page id="driver" title={driver.title}>
      {version.error ? (
        <ErrorState error={version.error} title={t('detail.failed')} onRetry={() => void version.refetch()} />
      ) : (
        <Skeletons shape="block" />
      )}
    </Page>
  );
}

/** One driver: its parser with everything that belongs to it. */
export function DriverPage() {
  const { t } = useTranslation('drivers');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useDriver(Number(id));
  if (data) return <Loaded key={data.id} driver={data} />;
  return (
    <Page id="driver" title={t('detail.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
