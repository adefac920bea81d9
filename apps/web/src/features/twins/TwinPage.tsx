import { Box } from '@mui/material';
import { listAlarms } from '@stellwerk/contract/alarm';
import type { Twin } from '@stellwerk/contract/twin';
import { useParams } from '@tanstack/react-router';
import {
  Copy,
  FileSpreadsheet,
  FolderInput,
  KeyRound,
  LayoutDashboard,
  Map as MapIcon,
  Pencil,
  Plus,
  Power,
  RefreshCw,
  Share2,
  Trash2,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import { TwinAlarms } from '../alarms/index.ts';
import { StarButton } from '../favourites/index.ts';
import { RulesTab } from '../rules/index.ts';
import { StatesTab } from '../states/index.ts';
import { AttachmentsTab } from './AttachmentsTab.tsx';
import { TwinChips } from './TwinChips.tsx';
import { TwinOverview } from './TwinOverview.tsx';
import { type TwinQuestion, TwinQuestions } from './TwinQuestions.tsx';
import { TwinIcon } from './TwinTitle.tsx';
import { useTwin } from './twin.queries.ts';

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

function useActions(twin: Twin, onAsk: (question: TwinQuestion) => void): PageAction[] {
  const { t } = useTranslation('twins');
  const mayCreate = useCan('DigitalTwin.write');
  const readsDashboards = useCan('Dashboards.read');
  const { id, abilities, disabled, ownsScope } = twin;
  const ask = (question: TwinQuestion) => () => onAsk(question);
  const offered: [boolean, PageAction][] = [
    [abilities.update, { label: t('create.below'), icon: Plus, prominent: true, onClick: ask('create') }],
    [true, { label: t('view.map'), icon: MapIcon, to: `/digitaltwin-mgmt/map/twin/${id}` }],
    [readsDashboards, { label: t('dashboards'), icon: LayoutDashboard, onClick: ask('dashboards') }],
    [mayCreate, { label: t('duplicate.action'), icon: Copy, onClick: ask('duplicate') }],
    [mayCreate, { label: t('csv.action'), icon: FileSpreadsheet, to: `/digitaltwin-mgmt/${id}/duplicate-csv` }],
    [mayCreate, { label: t('sync.action'), icon: RefreshCw, to: `/digitaltwin-mgmt/${id}/synchronise` }],
    [abilities.update, { label: t('move.action'), icon: FolderInput, onClick: ask('move') }],
    [abilities.share, { label: t('share.action'), icon: Share2, onClick: ask('share') }],
    [abilities.createScope && !ownsScope, { label: t('scope.action'), icon: KeyRound, onClick: ask('scope') }],
    [
      abilities.update,
      { label: t(disabled ? 'enable.action' : 'disable.action'), icon: Power, onClick: ask('disable') },
    ],
    [abilities.delete, { label: t('delete.action'), icon: Trash2, danger: true, onClick: ask('delete') }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}

function Detail({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const [question, setQuestion] = useState<TwinQuestion>();
  const readsAlarms = useCan(listAlarms.permission);
  const { id, title, abilities, attachments, stateCount } = twin;
  return (
    <>
      <Page
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
        secondary={useActions(twin, setQuestion)}
        tabs={[
          { id: 'overview', label: t('tab.overview'), content: <TwinOverview key={id} twin={twin} /> },
          { id: 'states', label: t('tab.states'), count: stateCount, content: <StatesTab key={id} twin={twin} /> },
          ...(readsAlarms
            ? [{ id: 'alarms', label: t('tab.alarms'), content: <TwinAlarms key={id} twin={twin} /> }]
            : []),
          { id: 'rules', label: t('tab.rules'), content: <RulesTab key={id} twinId={id} /> },
          {
            id: 'attachments',
            label: t('tab.attachments'),
            count: attachments.length,
            content: <AttachmentsTab key={id} twin={twin} />,
          },
        ]}
      />
      <TwinQuestions twin={twin} question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}

/** One twin with everything that belongs to it. */
export function TwinPage() {
  const { t } = useTranslation('twins');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useTwin(Number(id));
  if (data) return <Detail key={data.id} twin={data} />;
  return (
    <Page id="twin" title={t('detail.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
