import { Box, Button } from '@mui/material';
import type { RuleFields } from '@stellwerk/contract/rule';
import { useMemo, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { SidebarLayout } from '../../../ui/surface/SidebarLayout.tsx';
import { TimeTravel } from '../time-travel/TimeTravel.tsx';
import { ActionsSection } from './actions/ActionsSection.tsx';
import { ConditionsSection } from './conditions/ConditionsSection.tsx';
import { whensOf } from './conditions/tree-edit.ts';
import { useEditor } from './editor-context.ts';
import { MetricsSection } from './metrics/MetricsSection.tsx';
import { isIncomplete, type RuleDraft, ruleForm } from './rule-draft.ts';
import { withReason } from './save-issues.ts';
import { RuleSummary } from './summary/RuleSummary.tsx';
import { readable, useDraftDefinition } from './summary/use-definition.ts';
import { Tester } from './tester/Tester.tsx';
import { TestProvider } from './tester/TestProvider.tsx';
import { TriggersSection } from './triggers/TriggersSection.tsx';

export interface RuleFormProps {
  draft: RuleDraft;
  isNew: boolean;
  onSave: (fields: RuleFields) => Promise<unknown>;
  onLeave: () => void;
}

function GeneralCard() {
  const { t } = useTranslation('rules');
  return (
    <Card>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'end',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
          }}
        >
          <TextInput
            name="title"
            label={t('field.title')}
            required
            maxLength={200}
            placeholder={t('field.titleSample')}
          />
          <Box sx={{ pb: 0.25 }}>
            <SwitchInput name="active" label={t('field.active')} />
          </Box>
        </Box>
        <TextInput name="description" label={t('field.description')} rows={2} maxLength={2_000} />
      </Box>
    </Card>
  );
}

function Side() {
  const { t } = useTranslation('rules');
  const { names } = useEditor();
  const definition = readable(useDraftDefinition());
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        minWidth: 0,
        position: { lg: 'sticky' },
        // Below the toolbar and above the buttons, independent of the length of the summary.
        top: (theme) => theme.spacing(9),
        maxHeight: { lg: (theme) => `calc(100vh - ${theme.spacing(19)})` },
        overflowY: { lg: 'auto' },
      }}
    >
      <Card title={t('summary.title')}>
        <RuleSummary definition={definition} names={names} />
      </Card>
      <Tester />
    </Box>
  );
}

/** Conditions that the schema refuses: a comparison without a value would otherwise compare with an empty text. */
const unfinished = { mode: 'script', script: '' } as const;

/** Replays the past with the unsaved rule of the form. */
function Past() {
  const { twin, mayEdit } = useEditor();
  const { setValue } = useFormContext<RuleDraft>();
  const definition = useDraftDefinition();
  const { conditions } = definition;
  const isWhole = conditions?.mode !== 'tree' || !whensOf(conditions.tree).some(isIncomplete);
  return (
    <TimeTravel
      twinId={twin.id}
      definition={isWhole ? definition : { ...definition, conditions: unfinished }}
      onChange={mayEdit ? (conditions) => setValue('conditions', conditions, { shouldDirty: true }) : undefined}
    />
  );
}

/** Always visible, however long the rule is. */
function SaveBar({ isNew, onLeave }: Pick<RuleFormProps, 'isNew' | 'onLeave'>) {
  const { t } = useTranslation('rules');
  const { mayEdit } = useEditor();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'border.main',
      }}
    >
      {mayEdit ? (
        <FormActions {...(isNew ? { submitLabel: t('editor.create') } : {})} needsChange={!isNew} onCancel={onLeave} />
      ) : (
        <Button onClick={onLeave}>{t('editor.back')}</Button>
      )}
    </Box>
  );
}

/** An error without a field is shown at the top, which may be out of view. */
function useTopAfterFailure() {
  const top = useRef<HTMLDivElement>(null);
  return { top, show: () => top.current?.scrollIntoView({ block: 'start' }) };
}

/** The whole rule: its sections in order, with summary and test result beside them. */
export function RuleForm({ draft, isNew, onSave, onLeave }: RuleFormProps) {
  const { kinds, mayEdit } = useEditor();
  const schema = useMemo(() => ruleForm(kinds), [kinds]);
  const { top, show } = useTopAfterFailure();

  async function submit(fields: RuleFields) {
    try {
      await onSave(fields);
    } catch (error) {
      show();
      throw withReason(error);
    }
  }

  return (
    <Box ref={top} sx={{ scrollMarginTop: (theme) => theme.spacing(10), minWidth: 0 }}>
      {/* The form accepts any values; only this editor writes them. */}
      <Form schema={schema} defaultValues={{ ...draft }} onSubmit={submit} readOnly={!mayEdit}>
        <TestProvider>
          <SidebarLayout side={<Side />}>
            <GeneralCard />
            <MetricsSection step={1} />
            <ConditionsSection step={2} />
            <TriggersSection step={3} />
            <ActionsSection step={4} />
            <Past />
          </SidebarLayout>
          <SaveBar isNew={isNew} onLeave={onLeave} />
        </TestProvider>
      </Form>
    </Box>
  );
}
