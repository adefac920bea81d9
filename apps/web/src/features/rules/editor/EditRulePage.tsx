import { Box } from '@mui/material';
import type { RuleFields } from '@stellwerk/contract/rule';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { useParams } from '@tanstack/react-router';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ConflictDialog, type ConflictResolution } from '../../../ui/form/ConflictDialog.tsx';
import { useDialogPromise } from '../../../ui/form/use-dialog-promise.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StarButton } from '../../favourites/index.ts';
import { RuleHistory } from '../history/RuleHistory.tsx';
import { DeleteRuleDialog } from '../list/DeleteRuleDialog.tsx';
import { RuleState } from '../monitor/RuleState.tsx';
import { newRulePath, rulesTabPath } from '../paths.ts';
import { Revisions } from '../revisions/Revisions.tsx';
import { useRuleActions, useTwinRules } from '../rule.queries.ts';
import { CopyNotice, SharingTab, useSharedText } from '../sharing/SharingTab.tsx';
import { namesOf } from '../texts/rule-names.ts';
import { EditorProvider } from './EditorProvider.tsx';
import { useEditor } from './editor-context.ts';
import { type Owner, useOwner } from './owner.queries.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleOwner } from './RuleOwner.tsx';
import { fieldsOf } from './rule-draft.ts';

const isConflict = (error: unknown) => isApiError(error) && error.code === 'RULE_CHANGED_MEANWHILE';

interface EditFormProps {
  rule: Rule;
  onReload: () => Promise<unknown>;
}

function EditForm({ rule, onReload }: EditFormProps) {
  const { t } = useTranslation('rules');
  const { go } = useNavigation();
  const { twin } = useEditor();
  const { update } = useRuleActions(twin.id);
  const conflict = useDialogPromise<ConflictResolution>();

  async function save(fields: RuleFields) {
    try {
      await update({ ruleId: rule.id, body: { ...fields, basedOn: rule.revision } });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const answer = await conflict.ask();
      if (answer === 'cancel') throw error;
      if (answer === 'reload') return onReload();
      await update({ ruleId: rule.id, body: fields });
    }
    showToast({ message: t('editor.saved', { title: fields.title }) });
    go(rulesTabPath(twin));
  }

  return (
    <>
      <RuleForm draft={fieldsOf(rule)} isNew={false} onSave={save} onLeave={() => go(rulesTabPath(twin))} />
      <ConflictDialog
        open={conflict.isOpen}
        title={t('conflict.title')}
        text={t('conflict.text')}
        onAnswer={conflict.answer}
      />
    </>
  );
}

/** The rule when the page was opened: changes of other users must not change the form while it is edited. */
function EditTab({ twin, rule, onReload }: EditFormProps & { twin: Owner }) {
  const [opened, setOpened] = useState(rule);
  const [isReloading, setReloading] = useState(false);
  // After a reload the newest revision replaces the opened one.
  if (isReloading && rule.revision !== opened.revision) {
    setOpened(rule);
    setReloading(false);
  }
  return (
    <EditorProvider
      twin={twin}
      ruleId={rule.id}
      mayEdit={rule.abilities.update}
      known={namesOf(opened)}
      key={opened.revision}
    >
      <EditForm
        rule={opened}
        onReload={() => {
          setReloading(true);
          return onReload();
        }}
      />
    </EditorProvider>
  );
}

function Detail({ twin, rule, onReload }: EditFormProps & { twin: Owner }) {
  const { t } = useTranslation('rules');
  const { go } = useNavigation();
  const [isDeleting, setDeleting] = useState(false);
  const mayEdit = rule.abilities.update;
  const sharedText = useSharedText()(rule);
  return (
    <>
      <Page
        id="rule"
        title={rule.title}
        status={
          <>
            <RuleState rule={rule} />
            {!mayEdit && <NeutralChip label={t('editor.readOnly')} />}
            {sharedText !== undefined && <NeutralChip label={sharedText} />}
            <StarButton type="rule" object={rule} />
          </>
        }
        facts={<RuleOwner twin={twin} />}
        secondary={
          mayEdit
            ? [
                { label: t('action.duplicate'), icon: Copy, to: newRulePath(twin.id, { copyOf: rule.id }) },
                { label: t('action.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(true) },
              ]
            : []
        }
        tabs={[
          {
            id: 'rule',
            label: t('tab.rule'),
            content: (
              <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
                <CopyNotice rule={rule} />
                <EditTab twin={twin} rule={rule} onReload={onReload} />
              </Box>
            ),
          },
          ...(rule.shared?.isCopy
            ? []
            : [{ id: 'sharing', label: t('tab.sharing'), content: <SharingTab rule={rule} /> }]),
          { id: 'history', label: t('tab.history'), content: <RuleHistory twinId={twin.id} ruleId={rule.id} /> },
          { id: 'revisions', label: t('tab.revisions'), count: rule.revision, content: <Revisions rule={rule} /> },
        ]}
      />
      {isDeleting && (
        <DeleteRuleDialog rule={rule} onClose={() => setDeleting(false)} onDeleted={() => go(rulesTabPath(twin))} />
      )}
    </>
  );
}

/** One rule with tabs for its definition, its history and its revisions. */
export function EditRulePage() {
  const { t } = useTranslation('rules');
  const { id, ruleId } = useParams({ strict: false });
  const twin = useOwner(Number(id));
  const rules = useTwinRules(Number(id));
  const rule = rules.data?.find((each) => each.id === Number(ruleId));
  if (twin.data && rule) {
    return <Detail key={rule.id} twin={twin.data} rule={rule} onReload={() => rules.refetch()} />;
  }
  const error = twin.error ?? rules.error;
  const isGone = twin.data !== undefined && rules.data !== undefined;
  return (
    <Page id="rule" title={t('editor.title')} facts={twin.data && <RuleOwner twin={twin.data} />}>
      {error && (
        <ErrorState
          error={error}
          listPath="/digitaltwin/rules-monitor"
          onRetry={() => void Promise.all([twin.refetch(), rules.refetch()])}
        />
      )}
      {!error && isGone && <EmptyState title={t('editor.gone')} description={t('editor.goneText')} />}
      {!error && !isGone && <Skeletons shape="block" />}
    </Page>
  );
}
