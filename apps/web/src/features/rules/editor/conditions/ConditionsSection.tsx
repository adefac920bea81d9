import { Box, FormHelperText, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import type { RuleConditions } from '@stellwerk/contract/rule';
import { useCallback, useMemo, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/feedback/ConfirmDialog.tsx';
import { useField } from '../../../../ui/form/form-context.ts';
import { useConversion } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';
import { conditionsIn, isIncomplete, type RuleDraft } from '../rule-draft.ts';
import { SectionCard } from '../SectionCard.tsx';
import { useRuleTest } from '../tester/test-context.ts';
import { blankWhen } from './blank-when.ts';
import { ForMinutesInput } from './ForMinutesInput.tsx';
import { isSameTree } from './is-same-tree.ts';
import { metricFacts } from './metric-facts.ts';
import { ScriptInput } from './ScriptInput.tsx';
import { TreeBuilder } from './TreeBuilder.tsx';
import { whensOf } from './tree-edit.ts';

const modes = ['always', 'tree', 'script'] as const;
type Mode = (typeof modes)[number];
const firstScript = 'return true;\n';

/** Switching would discard the conditions, or convert them irreversibly. */
type Question = { kind: 'convert' } | { kind: 'discard'; to: Mode };

/** The conditions of the rule: none, a tree of comparisons, or a script. */
export function ConditionsSection({ step }: { step: number }) {
  const { t } = useTranslation('rules');
  const { mayEdit, names } = useEditor();
  const field = useField('conditions');
  const { submitCount, errors } = useFormState();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const { result } = useRuleTest();
  const convert = useConversion();
  const [question, setQuestion] = useState<Question>();
  const conditions = conditionsIn(field.value);
  const facts = useMemo(() => metricFacts(metrics, names, result), [metrics, names, result]);
  const isDisabled = !mayEdit || field.disabled;
  const { setValue } = field;
  const set = useCallback((next: RuleConditions) => setValue(next), [setValue]);

  function switchTo(mode: Mode) {
    if (mode === 'tree') set({ mode, tree: { op: 'and', children: [blankWhen(facts)] } });
    else set(mode === 'script' ? { mode, script: firstScript } : { mode });
  }

  function ask(mode: Mode | null) {
    if (mode === null || mode === conditions.mode) return;
    const isBuilt = conditions.mode === 'tree' && !whensOf(conditions.tree).every(isIncomplete);
    if (conditions.mode === 'tree' && isBuilt && mode === 'script') setQuestion({ kind: 'convert' });
    else if (isBuilt || (conditions.mode === 'script' && conditions.script !== firstScript)) {
      setQuestion({ kind: 'discard', to: mode });
    } else switchTo(mode);
  }

  async function answer() {
    if (question?.kind === 'discard') return switchTo(question.to);
    if (conditions.mode !== 'tree') return;
    set({ mode: 'script', script: await convert.mutateAsync({ tree: conditions.tree }) });
  }

  const judged =
    conditions.mode === 'tree' && result?.conditions && isSameTree(result.conditions, conditions.tree)
      ? result.conditions
      : undefined;
  return (
    <SectionCard
      step={step}
      title={t('section.conditions')}
      description={t('section.conditionsHelp')}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={conditions.mode}
          disabled={isDisabled}
          aria-label={t('condition.mode')}
          onChange={(_, mode: Mode | null) => ask(mode)}
        >
          {modes.map((mode) => (
            <ToggleButton key={mode} value={mode}>
              {t(`condition.modes.${mode}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Box
        // Focus target for an error in the conditions.
        ref={(element: HTMLElement | null) =>
          field.ref(
            element && { focus: () => element.querySelector<HTMLElement>('[data-place], [contenteditable]')?.focus() },
          )
        }
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {conditions.mode === 'always' && <Typography>{t('condition.always')}</Typography>}
        {conditions.mode === 'tree' && (
          <TreeBuilder
            tree={conditions.tree}
            judged={judged}
            metrics={facts}
            onChange={(tree) => set(tree ? { mode: 'tree', tree } : { mode: 'always' })}
            disabled={isDisabled}
            complains={submitCount > 0}
          />
        )}
        {conditions.mode === 'script' && (
          <ScriptInput
            script={conditions.script}
            aliases={facts.map(({ alias }) => alias)}
            onChange={isDisabled ? undefined : (script) => set({ mode: 'script', script })}
            error={field.error}
          />
        )}
        {conditions.mode !== 'always' && <ForMinutesInput />}
        {conditions.mode === 'tree' && errors.conditions && (
          <FormHelperText error role="alert">
            {field.error ?? t('condition.refused')}
          </FormHelperText>
        )}
      </Box>
      <ConfirmDialog
        open={question !== undefined}
        title={t(question?.kind === 'convert' ? 'condition.convert.title' : 'condition.discard.title')}
        description={t(question?.kind === 'convert' ? 'condition.convert.text' : 'condition.discard.text')}
        confirmLabel={t(question?.kind === 'convert' ? 'condition.convert.confirm' : 'condition.discard.confirm')}
        danger={question?.kind === 'discard'}
        onConfirm={answer}
        onClose={() => setQuestion(undefined)}
      />
    </SectionCard>
  );
}
