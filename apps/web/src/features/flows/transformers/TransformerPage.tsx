import { Alert, Box } from '@mui/material';
import { contentTypes } from '@stellwerk/contract/flow-event';
import { type FlowTransformer, newTransformer, transformerTypes } from '@stellwerk/contract/flow-transformer';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { AccountInput, errorOnField } from '../../accounts/index.ts';
import { useTransformer, useTransformerActions } from '../part.queries.ts';
import { transformerPath } from '../paths.ts';
import { scriptWords, transformerSamples, withSample } from '../script-words.ts';
import { QuickReference } from './QuickReference.tsx';
import { TransformerTester } from './TransformerTester.tsx';

const onFields = errorOnField({
  FLOW_TRANSFORMER_DUPLICATE_NAME: 'name',
  FLOW_SCRIPT_INVALID: 'script',
  FLOW_CONTENT_TYPES: 'outputType',
  ACCOUNT_NOT_FOUND: 'tenantId',
});

interface TransformerFormProps {
  /** Absent: a new one. */
  transformer?: FlowTransformer;
}

function MetadataTab({ transformer }: TransformerFormProps) {
  const { t } = useTranslation('flows');
  const session = useSession();
  const { account } = useChosenAccount();
  const own = account ?? session?.primaryTenants[0];
  const initial = transformer ? { id: transformer.tenantId, name: transformer.tenantName } : own;
  return (
    <Card title={t('transformer.tab.metadata')}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '48rem', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TextInput name="name" label={t('field.name')} required maxLength={100} />
        <TextInput name="description" label={t('field.description')} rows={2} maxLength={2_000} />
        <AccountInput
          name="tenantId"
          label={t('field.account')}
          help={transformer ? t('transformer.accountFixed') : undefined}
          required
          disabled={transformer !== undefined}
          initial={initial}
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
          <SelectInput
            name="inputType"
            label={t('field.inputType')}
            info={t('transformer.inputInfo')}
            options={contentTypes.map((value) => ({ value, label: t(`contentType.${value}`) }))}
          />
          <SelectInput
            name="outputType"
            label={t('field.outputType')}
            info={t('transformer.outputInfo')}
            options={contentTypes.map((value) => ({ value, label: t(`contentType.${value}`) }))}
          />
        </Box>
        <FormActions submitLabel={t('action.save')} />
      </Box>
    </Card>
  );
}

const languageIn = (value: unknown) => (value === 'javascript' ? 'javascript' : 'jsonata');

function ScriptTab() {
  const { t } = useTranslation('flows');
  const { setValue, value, error } = useField('script');
  const language = languageIn(useWatch({ name: 'type' }));
  const [line, setLine] = useState<{ line: number; message: string }>();
  const problems = useMemo(() => (line ? [line] : []), [line]);
  const script = withSample(typeof value === 'string' ? value : '', language, transformerSamples);
  // The sample is the script from the beginning, so that it can be tested and saved as it is.
  useEffect(() => {
    if (script !== value) setValue(script);
  });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Card title={t('transformer.tab.transformation')}>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <SelectInput
              name="type"
              label={t('transformer.type')}
              options={transformerTypes.map((each) => ({
                value: each,
                label: t(`language.${each}`),
                detail: t(`languageHelp.${each}`),
              }))}
            />
            <CodeEditor
              key={language}
              label={t('script.label')}
              help={t(`transformer.scriptHelp.${language}`)}
              language={language}
              rows={16}
              words={scriptWords[language]}
              problems={problems}
              value={script}
              onChange={(text) => {
                setLine(undefined);
                setValue(text);
              }}
              {...(error ? { error } : {})}
            />
            <FormActions submitLabel={t('action.save')} />
          </Box>
        </Card>
        <QuickReference language={language} />
      </Box>
      <TransformerTester onProblem={setLine} />
    </Box>
  );
}

function TransformerForm({ transformer }: TransformerFormProps) {
  const { t } = useTranslation('flows');
  const { go } = useNavigation();
  const { create, update } = useTransformerActions();
  const session = useSession();
  const { account } = useChosenAccount();
  const tenantId = transformer?.tenantId ?? (account ?? session?.primaryTenants[0])?.id;
  const { flows = [] } = transformer ?? {};
  const tab = (id: 'transformation' | 'metadata', content: React.ReactNode) => ({
    id,
    label: t(`transformer.tab.${id}`),
    content: (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {flows.length > 0 && <Alert severity="info">{t('part.usedBy', { flows: flows.join(', ') })}</Alert>}
        {content}
      </Box>
    ),
  });

  async function submit({ tenantId: home, ...body }: z.output<typeof newTransformer>) {
    const saving = transformer ? update({ id: transformer.id, body }) : create({ ...body, tenantId: home });
    const saved = await saving.catch(onFields);
    showToast({ message: t('transformer.saved', { name: saved.name }) });
    if (!transformer) go(`${transformerPath(saved.id)}?tab=transformation`);
  }

  return (
    <Form
      schema={newTransformer}
      guarded
      defaultValues={{
        name: transformer?.name ?? '',
        description: transformer?.description ?? '',
        type: transformer?.type ?? 'jsonata',
        inputType: transformer?.inputType ?? 'generic',
        outputType: transformer?.outputType ?? 'application/json',
        script: transformer?.script ?? transformerSamples.jsonata,
        testValue: transformer?.testValue ?? '',
        ...(tenantId === undefined ? {} : { tenantId }),
      }}
      onSubmit={submit}
    >
      <Page
        id="flow-transformer"
        title={transformer?.name ?? t('transformer.create')}
        description={t('transformer.about')}
        tabs={[
          tab('metadata', <MetadataTab {...(transformer ? { transformer } : {})} />),
          tab('transformation', <ScriptTab />),
        ]}
      />
    </Form>
  );
}

export const NewTransformerPage = () => <TransformerForm />;

export function EditTransformerPage() {
  const { t } = useTranslation('flows');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useTransformer(Number(id));
  if (data) return <TransformerForm key={data.id} transformer={data} />;
  return (
    <Page id="flow-transformer" title={t('transformers.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="lines" />}
    </Page>
  );
}
