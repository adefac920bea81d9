import { Box } from '@mui/material';
import { type Connector, mutator } from '@stellwerk/contract/connector';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import type { CodeProblem } from '../../../ui/code/problems.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { onField } from '../../accounts/index.ts';
import { useConnectorActions } from '../connector.queries.ts';
import { MutatorTester } from './MutatorTester.tsx';
import { scriptWords, withSample } from './mutator-script.ts';
import type { MutatorTest } from './traffic.queries.ts';

const schema = z.object({ mutator });
const languages = mutator.shape.language.options;

const complaints = { BRIDGE_INVALID_MUTATOR_SCRIPT: 'mutator.script' };

function LanguageField() {
  const { t } = useTranslation('connectors');
  return (
    <SelectInput
      name="mutator.language"
      label={t('mutator.language')}
      options={languages.map((value) => ({
        value,
        label: t(`mutator.languages.${value}`),
        detail: t(`mutator.languageHelp.${value}`),
      }))}
    />
  );
}

function ScriptField({ problem }: { problem: MutatorTest['problem'] }) {
  const { t } = useTranslation('connectors');
  const field = useField('mutator.script');
  const chosen = mutator.shape.language.catch('none').parse(useWatch({ name: 'mutator.language' }));
  const problems = useMemo(
    (): CodeProblem[] => (problem && problem.line !== null ? [{ line: problem.line, message: problem.message }] : []),
    [problem],
  );
  if (chosen === 'none') return null;
  const script = withSample(typeof field.value === 'string' ? field.value : '', chosen);
  return (
    <CodeEditor
      key={chosen}
      label={t('mutator.script')}
      help={t(`mutator.scriptHelp.${chosen}`)}
      language={chosen}
      rows={14}
      words={scriptWords[chosen]}
      problems={problems}
      value={script}
      onChange={field.setValue}
      {...(field.error ? { error: field.error } : {})}
    />
  );
}

/** What comes in, reshaped into messages that the platform understands; tried out before it is saved. */
export function MutatorTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const { update } = useConnectorActions();
  const [problem, setProblem] = useState<MutatorTest['problem']>(null);

  async function submit(values: z.output<typeof schema>) {
    const { language, script } = values.mutator;
    const saved = { language, script: language === 'none' ? '' : withSample(script, language) };
    await update({ id: connector.id, body: { mutator: saved } }).catch(onField(complaints));
    showToast({ message: t('mutator.saved') });
  }

  return (
    <Form schema={schema} defaultValues={{ mutator: connector.mutator }} onSubmit={submit}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Card title={t('tab.mutator')}>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Box sx={{ color: 'text.secondary' }}>{t('mutator.description')}</Box>
            <LanguageField />
            <ScriptField problem={problem} />
            <FormActions needsChange />
          </Box>
        </Card>
        <MutatorTester onProblem={setProblem} />
      </Box>
    </Form>
  );
}
