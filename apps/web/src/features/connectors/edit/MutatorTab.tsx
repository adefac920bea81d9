import { Box } from '@mui/material';
import { type Connector, mutator } from '@stellwerk/contract/connector';
import type { Issue } from '@stellwerk/contract/issues';
import type { NetworkPreset } from '@stellwerk/plugin/network-preset';
import { type ReactNode, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import type { CodeProblem } from '../../../ui/code/problems.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useConnectorActions } from '../connector.queries.ts';
import { MutatorTester } from './MutatorTester.tsx';
import { MappingFields } from './mapping/MappingFields.tsx';
import { MappingMessage } from './mapping/MappingMessage.tsx';
import { assign, type MappingDraft } from './mapping/mapping-draft.ts';
import { presets } from './mapping/presets.ts';
import { mutatorForm, valuesOf } from './mutator-form.ts';
import { sampleBody, scriptWords, withSample } from './mutator-script.ts';
import type { TestMessage } from './test-message.ts';
import type { MutatorTest } from './traffic.queries.ts';

const languages = mutator.shape.language.options;

const metaNamePath = /\.meta\.\d+\.name$/;

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
  if (chosen === 'none' || chosen === 'mapping') return null;
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

function ConversionCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('connectors');
  return (
    <Card title={t('tab.mutator')}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ color: 'text.secondary' }}>{t('mutator.description')}</Box>
        <LanguageField />
        {children}
        <FormActions needsChange />
      </Box>
    </Card>
  );
}

/** Choosing one shows its sample and the result at once. */
function PresetField({ onChoose }: { onChoose: (preset: NetworkPreset) => void }) {
  const { t } = useTranslation('connectors');
  const [chosen, setChosen] = useState<NetworkPreset>();
  return (
    <SelectField
      label={t('mapping.preset')}
      help={t('mapping.presetHelp')}
      value={chosen}
      emptyText={t('mapping.choosePreset')}
      options={presets.map((preset) => ({ value: preset, label: preset.title }))}
      onChange={(preset) => {
        setChosen(preset);
        onChoose(preset);
      }}
    />
  );
}

function ScriptCards() {
  const [problem, setProblem] = useState<MutatorTest['problem']>(null);
  return (
    <>
      <ConversionCard>
        <ScriptField problem={problem} />
      </ConversionCard>
      <MutatorTester onProblem={setProblem} />
    </>
  );
}

/** The message stays while one looks at the scripts. */
function ConversionCards({ connectorId }: { connectorId: number }) {
  const [message, setMessage] = useState<TestMessage>({ body: sampleBody, topic: '', headers: '', query: '' });
  const field = useField('mutator.mapping');
  const language: unknown = useWatch({ name: 'mutator.language' });
  if (language !== 'mapping') return <ScriptCards />;
  // The form holds what `valuesOf` and `assign` have put there.
  const draft = field.value as MappingDraft;
  return (
    <>
      <ConversionCard>
        <PresetField
          onChoose={({ mapping, sample }) => {
            field.setValue(mapping);
            setMessage({ body: JSON.stringify(sample, null, 2), topic: '', headers: '', query: '' });
          }}
        />
        <MappingFields draft={draft} onChange={field.setValue} />
      </ConversionCard>
      <MappingMessage
        connectorId={connectorId}
        message={message}
        onMessage={setMessage}
        draft={draft}
        onAssign={(use, picked) => field.setValue(assign(draft, use, picked))}
      />
    </>
  );
}

/** What comes in, reshaped into messages that the platform understands; tried out before it is saved. */
export function MutatorTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const { update } = useConnectorActions();

  async function submit({ mutator }: z.output<typeof mutatorForm>) {
    await update({ id: connector.id, body: { mutator } }).catch(errorOnField(complaints));
    showToast({ message: t('mutator.saved') });
  }

  const issueText = ({ path, code }: Issue) => {
    if (!metaNamePath.test(path)) return undefined;
    return t(code === 'taken' ? 'mapping.metaNameTaken' : 'mapping.metaNameWrong');
  };

  return (
    <Form
      schema={mutatorForm}
      defaultValues={{ mutator: valuesOf(connector.mutator) }}
      onSubmit={submit}
      issueText={issueText}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <ConversionCards connectorId={connector.id} />
      </Box>
    </Form>
  );
}
