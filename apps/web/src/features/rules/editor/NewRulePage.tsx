import type { Rule } from '@stellwerk/contract/rule-calls';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { rulesTabPath } from '../paths.ts';
import { useRuleActions, useTwinRules } from '../rule.queries.ts';
import { namesOf } from '../texts/rule-names.ts';
import { EditorProvider } from './EditorProvider.tsx';
import { useEditor } from './editor-context.ts';
import { type Owner, useOwner } from './owner.queries.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleOwner } from './RuleOwner.tsx';
import { fieldsOf, type RuleDraft } from './rule-draft.ts';
import { ruleFromTemplate } from './rule-templates.ts';

const noNames = namesOf({ states: [], twins: [], connectors: [] });

function NewForm({ copied }: { copied: Rule | undefined }) {
  const { t } = useTranslation('rules');
  const { go } = useNavigation();
  const { twin, states, kinds } = useEditor();
  const { create } = useRuleActions(twin.id);
  const [search] = useSearchParams();
  // Values keep changing; the template uses those at the start.
  const [draft] = useState<RuleDraft>(() =>
    copied
      ? { ...fieldsOf(copied), title: t('editor.copyTitle', { title: copied.title }), active: false }
      : ruleFromTemplate(search.start, { states, kinds, t }),
  );
  return (
    <RuleForm
      draft={draft}
      isNew
      onLeave={() => go(rulesTabPath(twin))}
      onSave={async (fields) => {
        const { title } = await create(fields);
        showToast({ message: t('editor.created', { title }) });
        go(rulesTabPath(twin));
      }}
    />
  );
}

function Loaded({ twin }: { twin: Owner }) {
  const [search] = useSearchParams();
  const copyId = typeof search.copy === 'number' ? search.copy : undefined;
  const rules = useTwinRules(twin.id);
  if (!twin.mayEdit) return <EmptyState variant="no-permission" />;
  if (copyId !== undefined && !rules.data) {
    return rules.error ? (
      <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
    ) : (
      <Skeletons shape="block" />
    );
  }
  const copied = rules.data?.find(({ id }) => id === copyId);
  return (
    <EditorProvider twin={twin} mayEdit known={copied ? namesOf(copied) : noNames}>
      <NewForm copied={copied} />
    </EditorProvider>
  );
}

/** A new rule of a twin or device. */
export function NewRulePage() {
  const { t } = useTranslation('rules');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useOwner(Number(id));
  return (
    <Page
      id="rule"
      title={t('editor.newTitle')}
      description={t('editor.description')}
      facts={data && <RuleOwner twin={data} />}
    >
      {data && <Loaded key={data.id} twin={data} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />)}
    </Page>
  );
}
