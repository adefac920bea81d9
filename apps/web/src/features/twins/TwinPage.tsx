import { Box } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { Navigate, useParams } from '@tanstack/react-router';
import {
  Copy,
  FileSpreadsheet,
  FolderInput,
  KeyRound,
  Map as MapIcon,
  Pencil,
  Plus,
  Power,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import type { Placed } from '../../ui/slot/slot-entries.ts';
import { StarButton } from '../favourites/index.ts';
import { AttachmentsTab } from './AttachmentsTab.tsx';
import { TwinChips } from './TwinChips.tsx';
import { type TwinDialog, TwinDialogs } from './TwinDialogs.tsx';
import { TwinOverview } from './TwinOverview.tsx';
import { TwinPageFrame } from './TwinPageFrame.tsx';
import { TwinIcon } from './TwinTitle.tsx';
import { useTwin } from './twin.queries.ts';
import { twinPath, useTwinPath } from './twin-path.ts';

/** The way down to the twin, and the id by which programs know it. */
function Path({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
      {twin.ancestors.map(({ id, title }) => (
        <Fragment key={id}>
          <InternalLink to={`/digitaltwin-mgmt/${id}`}>{title}</InternalLink>
          <span aria-hidden>›</span>
        </Fragment>
      ))}
      <span>{t('detail.number', { id: twin.id })}</span>
      <CopyButton text={String(twin.id)} label={t('detail.copyId')} />
    </Box>
  );
}

function useActions(twin: Twin, onAsk: (dialog: TwinDialog) => void): Placed<PageAction>[] {
  const { t } = useTranslation('twins');
  const mayCreate = useCan('DigitalTwin.write');
  const { id, abilities, disabled, ownsScope } = twin;
  const ask = (dialog: TwinDialog) => () => onAsk(dialog);
  const copies = { isOffered: mayCreate };
  const changes = { isOffered: abilities.update };
  const path = `/digitaltwin-mgmt/${id}`;
  return [
    { ...changes, position: 100, label: t('create.below'), icon: Plus, prominent: true, onClick: ask('create') },
    { position: 200, label: t('view.map'), icon: MapIcon, to: `/digitaltwin-mgmt/map/twin/${id}` },
    { ...copies, position: 400, label: t('duplicate.action'), icon: Copy, onClick: ask('duplicate') },
    { ...copies, position: 410, label: t('csv.action'), icon: FileSpreadsheet, to: `${path}/duplicate-csv` },
    { ...copies, position: 420, label: t('sync.action'), icon: RefreshCw, to: `${path}/synchronise` },
    { ...changes, position: 500, label: t('move.action'), icon: FolderInput, onClick: ask('move') },
    {
      isOffered: abilities.createScope && !ownsScope,
      position: 700,
      label: t('scope.action'),
      icon: KeyRound,
      onClick: ask('scope'),
    },
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

function Detail({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const [dialog, setDialog] = useState<TwinDialog>();
  const { id, title, abilities, attachments } = twin;
  return (
    <>
      <TwinPageFrame
        context={{ kind: 'twin', twin }}
        id="twin"
        title={title}
        icon={<TwinIcon twin={twin} size="1.5rem" />}
        status={
          <>
            <TwinChips twin={twin} />
            <StarButton type="twin" object={twin} />
          </>
        }
        facts={<Path twin={twin} />}
        primary={
          abilities.update ? { label: t('edit.action'), icon: Pencil, to: `/digitaltwin-mgmt/${id}/edit` } : undefined
        }
        actions={useActions(twin, setDialog)}
        tabs={[
          { position: 100, id: 'overview', label: t('tab.overview'), content: <TwinOverview key={id} twin={twin} /> },
          {
            position: 500,
            id: 'attachments',
            label: t('tab.attachments'),
            count: attachments.length,
            content: <AttachmentsTab key={id} twin={twin} />,
          },
        ]}
      />
      <TwinDialogs twin={twin} dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** One twin with everything that belongs to it. */
export function TwinPage() {
  const { t } = useTranslation('twins');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useTwin(Number(id));
  const pathOf = useTwinPath();
  const [search] = useSearchParams();
  if (data) {
    const path = pathOf(data);
    // Links in trees, maps and paths lead here without knowing whether the twin is a device.
    if (path !== twinPath(data.id)) return <Navigate to={path} search={search} replace />;
    return <Detail key={data.id} twin={data} />;
  }
  return (
    <Page id="twin" title={t('detail.title')}>
      {error ? (
        <ErrorState error={error} listPath="/digitaltwin-mgmt" onRetry={() => void refetch()} />
      ) : (
        <Skeletons shape="block" />
      )}
    </Page>
  );
}
