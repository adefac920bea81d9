import type { CompletionSource } from '@codemirror/autocomplete';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import type { CodeProblem } from '../../../ui/code/problems.ts';
import { useField } from '../../../ui/form/form-context.ts';
import { Section } from '../../../ui/surface/Section.tsx';
import { useSourceForm } from './SourceSection.tsx';
import type { Computed } from './use-computed.ts';

const names = (words: readonly string[]): CompletionSource => {
  const options = words.map((label) => ({ label, type: 'variable' }));
  return (context) => {
    const word = context.matchBefore(/\w+/);
    return word ? { from: word.from, options } : null;
  };
};
const ofOne = names(['value', 'return']);
const ofMany = names(['value', 'states', 'return', 'title', 'timestamp', 'dtwinTitle', 'unit', 'key']);

/** A script that turns what comes in into what is stored; where it fails is shown at its line. */
export function TransformerSection({ computed }: { computed: Computed }) {
  const { t } = useTranslation('states');
  const source = useSourceForm();
  const field = useField('transformer');
  const problem = computed.data?.problem;
  const problems = useMemo(
    (): CodeProblem[] => (problem && problem.line !== null ? [{ line: problem.line, message: problem.message }] : []),
    [problem],
  );
  if (!source?.hasTransformer) return null;
  const isAggregate = source.source.includes('aggregate') && source.source !== 'timeseries-aggregate';
  return (
    <Section
      title={t('section.transformer')}
      description={t(isAggregate ? 'section.transformerManyHelp' : 'section.transformerHelp')}
    >
      <CodeEditor
        label={t('field.transformer')}
        help={t(isAggregate ? 'field.transformerMany' : 'field.transformerOne')}
        language="javascript"
        rows={6}
        complete={isAggregate ? ofMany : ofOne}
        problems={problems}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.setValue}
        {...(field.error ? { error: field.error } : {})}
      />
    </Section>
  );
}
