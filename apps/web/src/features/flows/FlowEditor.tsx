import { Alert, Box } from '@mui/material';
import { type Flow, newFlow } from '@stellwerk/contract/flow';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useFormats } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { AccountField, type PickedAccount } from '../accounts/index.ts';
import { ChainEditor } from './chain/ChainEditor.tsx';
import { DryRun } from './chain/DryRun.tsx';
import { draftOf, type FlowDraft, stepsOf } from './chain/flow-draft.ts';
import { InboxTab } from './chain/InboxTab.tsx';
import { MessagesTab } from './chain/MessagesTab.tsx';
import { ShadowTab } from './chain/ShadowTab.tsx';
import { useFigures, useFlow, useFlowActions, useParts } from './flow.queries.ts';
import { PartDeleteDialog } from './PartDeleteDialog.tsx';
import { flowPath, flowsPath } from './paths.ts';

const nothing: never[] = [];

interface EditorProps {
  /** Absent: a new one. */
  flow?: Flow;
}

/** The figures of a saved flow. */
function useStepFigures(flow: Flow | undefined) {
  const { data } = useFigures(flow?.id);
  return flow ? (data?.steps ?? nothing) : nothing;
}

function useEditor({ flow }: EditorProps) {
  const { t } = useTranslation(['flows', 'ui']);
  const { go } = useNavigation();
  const session = useSession();
  const { account } = useChosenAccount();
  const own = account ?? session?.primaryTenants[0];
  const [home, setHome] = useState<PickedAccount | undefined>(
    flow ? { id: flow.tenantId, name: flow.tenantName } : own && { id: own.id, name: own.name },
  );
  const [draft, setDraft] = useState<FlowDraft>(() => draftOf(flow));
  const [problem, setProblem] = useState<string>();
  const [nameProblem, setNameProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const unsaved = useRef(false);
  const { create, update } = useFlowActions();
  const steps = stepsOf(draft);

  function change(part: Partial<FlowDraft>) {
    unsaved.current = true;
    setProblem(undefined);
    if (part.name !== undefined) setNameProblem(undefined);
    setDraft((known) => ({ ...known, ...part }));
  }

  async function save() {
    if (!steps || !home) return setProblem(t('flow.incomplete'));
    const { name, description, active, trigger } = draft;
    const parsed = newFlow.safeParse({ name, description, active, trigger, steps, tenantId: home.id });
    if (!parsed.success) return setNameProblem(t('flow.nameMissing'));
    const { tenantId, ...body } = parsed.data;
    setBusy(true);
    try {
      const saved = flow ? await update({ id: flow.id, body }) : await create({ ...body, tenantId });
      unsaved.current = false;
      showToast({ message: t('flow.saved', { name: saved.name }) });
      if (!flow) go(flowPath(saved.id));
    } catch (error) {
      const message = failureOf(error).message ?? t('ui:error.unexpected');
      if (isApiError(error) && error.code === 'FLOW_DUPLICATE_NAME') setNameProblem(message);
      else setProblem(message);
    } finally {
      setBusy(false);
    }
  }

  return { home, setHome, draft, change, save, steps, problem, nameProblem, busy, unsaved };
}

function Editor({ flow }: EditorProps) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const { go } = useNavigation();
  const { remove } = useFlowActions();
  const editor = useEditor({ ...(flow ? { flow } : {}) });
  const { home, setHome, draft, change, save, steps, problem, nameProblem, busy, unsaved } = editor;
  const parts = useParts(home?.id);
  const figures = useStepFigures(flow);
  const [isDeleting, setDeleting] = useState(false);
  const chain = (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {problem && <Alert severity="error">{problem}</Alert>}
        <Card title={t('flow.general')}>
          <Box sx={{ display: 'grid', gap: 2, maxWidth: '48rem' }}>
            <TextField
              label={t('field.name')}
              required
              value={draft.name}
              error={nameProblem}
              maxLength={100}
              onChange={(name) => change({ name })}
            />
            <TextField
              label={t('field.description')}
              value={draft.description}
              maxLength={2_000}
              onChange={(description) => change({ description })}
            />
            <AccountField
              label={t('field.account')}
              help={flow ? t('transformer.accountFixed') : undefined}
              required
              disabled={flow !== undefined}
              value={home}
              onChange={setHome}
            />
            <SwitchField label={t('flow.active')} value={draft.active} onChange={(active) => change({ active })} />
          </Box>
        </Card>
        <Card title={t('flow.tab.chain')}>
          {parts.error ? (
            <ErrorState error={parts.error} compact />
          ) : parts.isLoading ? (
            <Skeletons shape="block" height={24} />
          ) : (
            <ChainEditor draft={draft} parts={parts} figures={figures} onChange={change} />
          )}
        </Card>
      </Box>
      <DryRun tenantId={home?.id} trigger={draft.trigger} steps={steps} />
    </Box>
  );
  const tabs = [
    { id: 'chain', label: t('flow.tab.chain'), content: chain },
    ...(flow
      ? [
          { id: 'messages', label: t('flow.tab.messages'), content: <MessagesTab flow={flow} parts={parts} /> },
          {
            id: 'inbox',
            label:
              flow.deadLetters > 0
                ? t('flow.tab.inboxCount', { count: flow.deadLetters, shown: formats.number(flow.deadLetters) })
                : t('flow.tab.inbox'),
            content: <InboxTab flow={flow} />,
          },
          { id: 'shadow', label: t('flow.tab.shadow'), content: <ShadowTab flow={flow} steps={steps} /> },
        ]
      : []),
  ];
  return (
    <>
      <UnsavedGuard isUnsaved={unsaved} acrossTabs />
      <Page
        id="flow"
        title={flow?.name ?? t('flow.create')}
        description={t('flow.about')}
        status={
          flow && (
            <StatusChip
              status={flow.active ? 'ok' : 'unknown'}
              label={t(flow.active ? 'flow.isActive' : 'flow.isInactive')}
            />
          )
        }
        primary={{
          label: t('action.save'),
          onClick: () => void save(),
          ...(busy ? { disabledReason: t('flow.saving') } : {}),
        }}
        {...(flow
          ? {
              secondary: [{ label: t('action.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(true) }],
            }
          : {})}
        tabs={tabs}
      />
      {flow && isDeleting && (
        <PartDeleteDialog
          kind="flow"
          name={flow.name}
          remove={async () => {
            unsaved.current = false;
            await remove(flow.id);
            go(flowsPath);
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

export const NewFlow = () => <Editor />;

/** A saved flow; its address is the list with its id. */
export function EditFlow({ id }: { id: number }) {
  const { t } = useTranslation('flows');
  const { data, error, refetch } = useFlow(id);
  if (data) return <Editor key={data.id} flow={data} />;
  return (
    <Page id="flow" title={t('flows.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="lines" />}
    </Page>
  );
}
