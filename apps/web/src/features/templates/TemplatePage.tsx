import { Alert, Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { useParams } from '@tanstack/react-router';
import { Pencil, Save, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { CanaryNotice } from './CanaryNotice.tsx';
import { ChangesTab } from './changes/ChangesTab.tsx';
import { ConflictDialog } from './changes/ConflictDialog.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { ContentEditor } from './editor/ContentEditor.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { templatesPath } from './paths.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { SyncStatusChip } from './SyncStatusChip.tsx';
import { useProductive, useTemplate, useTemplateActions } from './template.queries.ts';
import { type TemplateDraftState, useTemplateDraft } from './use-template-draft.ts';
import { VersionsTab } from './VersionsTab.tsx';

type View = 'edited' | 'synced';
type Asked = 'publish' | 'delete' | 'rename';

function ConfigurationTab({ template, draft }: { template: DeviceTemplate; draft: TemplateDraftState }) {
  const { t } = useTranslation('templates');
  const [view, setView] = useState<View>('edited');
  const hasSynced = template.productiveVersion !== null;
  const productive = useProductive(template.id, view === 'synced' && hasSynced);
  const isEdited = view === 'edited' || !hasSynced;
  const content = isEdited ? draft.content : productive.data?.content;
  const names = { connector: template.connector?.name, driver: template.driver?.title };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {hasSynced && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={t('view.label')}
          onChange={(_, next: View | null) => next && setView(next)}
        >
          <ToggleButton value="edited">{t('view.edited')}</ToggleButton>
          <ToggleButton value="synced">{t('view.synced')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {productive.error && !isEdited ? (
        <ErrorState error={productive.error} onRetry={() => void productive.refetch()} />
      ) : content ? (
        <ContentEditor
          content={content}
          names={names}
          driverVersion={content.driverVersion ?? template.driver?.version ?? null}
          onChange={isEdited && template.abilities.update ? draft.change : undefined}
        />
      ) : (
        <Skeletons shape="block" />
      )}
    </Box>
  );
}

function useActions({ abilities, deviceCount }: DeviceTemplate, onAsk: (asked: Asked) => void): PageAction[] {
  const { t } = useTranslation('templates');
  if (!abilities.update) return [];
  return [
    { label: t('rename.action'), icon: Pencil, onClick: () => onAsk('rename') },
    {
      label: t('delete.action'),
      icon: Trash2,
      danger: true,
      onClick: () => onAsk('delete'),
      disabledReason: deviceCount > 0 ? t('delete.inUse', { count: deviceCount }) : undefined,
    },
  ];
}

function Detail({ template }: { template: DeviceTemplate }) {
  const { t } = useTranslation('templates');
  const { go } = useNavigation();
  const draft = useTemplateDraft(template);
  const { remove } = useTemplateActions();
  const [asked, setAsked] = useState<Asked>();
  const [isSaving, setSaving] = useState(false);
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = draft.isDirty;
  }, [draft.isDirty]);
  const { abilities, status, title } = template;
  const save = async (): Promise<boolean> => {
    setSaving(true);
    const isSaved = await draft.save();
    setSaving(false);
    return isSaved;
  };
  // Starting a synchronisation saves pending changes first.
  const publish = async () => {
    if (await save()) setAsked('publish');
  };
  const notPossible = () => {
    if (status === 'inProgress') return t('publish.running');
    if (template.canary) return t('publish.trialRuns');
    const hasNothing = !template.hasUnsyncedChanges && !draft.isDirty && template.productiveVersion !== null;
    return hasNothing && template.failedCount + template.pendingCount === 0 ? t('publish.nothing') : undefined;
  };
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, mb: draft.problem !== undefined || template.canary ? 2 : 0 }}>
        {draft.problem !== undefined && (
          <Alert severity="error" onClose={draft.dismissProblem}>
            {draft.problem}
          </Alert>
        )}
        <CanaryNotice template={template} />
      </Box>
      <Page
        id="template"
        title={title}
        status={
          <>
            <SyncStatusChip template={template} />
            {template.hasUnsyncedChanges && template.productiveVersion !== null && status !== 'unsynced' && (
              <NeutralChip label={t('status.unsynced')} />
            )}
          </>
        }
        facts={[template.accountName, t('number', { id: template.id })].join(' · ')}
        tools={
          abilities.update && (
            <Button
              startIcon={<Save aria-hidden />}
              variant="outlined"
              disabled={!draft.isDirty}
              loading={isSaving}
              onClick={() => void save()}
            >
              {t('draft.save')}
            </Button>
          )
        }
        primary={
          abilities.update
            ? {
                label: t('publish.action'),
                icon: Upload,
                onClick: () => void publish(),
                disabledReason: notPossible(),
              }
            : undefined
        }
        secondary={useActions(template, setAsked)}
        tabs={[
          {
            id: 'configuration',
            label: t('tab.configuration'),
            content: <ConfigurationTab template={template} draft={draft} />,
          },
          {
            id: 'changes',
            label: t('tab.changes'),
            content: <ChangesTab template={template} isDirty={draft.isDirty} />,
          },
          {
            id: 'devices',
            label: t('tab.devices'),
            count: template.deviceCount,
            content: <DevicesTab template={template} />,
          },
          {
            id: 'versions',
            label: t('tab.versions'),
            count: template.versions.length,
            content: <VersionsTab template={template} />,
          },
        ]}
      />
      {asked === 'publish' && <PublishDialog template={template} onClose={() => setAsked(undefined)} />}
      {asked === 'rename' && <RenameDialog template={template} onClose={() => setAsked(undefined)} />}
      <ConfirmDialog
        open={asked === 'delete'}
        title={t('delete.question', { title })}
        description={t('delete.text')}
        confirmLabel={t('delete.action')}
        onConfirm={async () => {
          await remove(template.id);
          unsaved.current = false;
          showToast({ message: t('delete.done', { title }) });
          go(templatesPath);
        }}
        onClose={() => setAsked(undefined)}
      />
      <ConflictDialog draft={draft} />
      <UnsavedGuard isUnsaved={unsaved} acrossTabs />
    </>
  );
}

/** A device template: its content, unsynchronised changes, devices and versions. */
export function TemplatePage() {
  const { t } = useTranslation('templates');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useTemplate(Number(id));
  if (data) return <Detail key={data.id} template={data} />;
  return (
    <Page id="template" title={t('detailTitle')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
