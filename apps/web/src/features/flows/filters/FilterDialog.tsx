import { Box } from '@mui/material';
import { contentTypes } from '@stellwerk/contract/flow-event';
import { type FlowFilter, filterTypes, newFilter } from '@stellwerk/contract/flow-filter';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { AccountInput, errorOnField } from '../../accounts/index.ts';
import { useFilterActions } from '../part.queries.ts';
import { filterSamples, scriptWords, withSample } from '../script-words.ts';
import { ConditionRows, firstCondition } from './ConditionRows.tsx';
import { FilterTrial } from './FilterTrial.tsx';

const onFields = errorOnField({
  FLOW_FILTER_DUPLICATE_NAME: 'name',
  FLOW_SCRIPT_INVALID: 'script',
  FLOW_CONTENT_TYPES: 'inputType',
  ACCOUNT_NOT_FOUND: 'tenantId',
});

function ScriptInput({ language }: { language: 'javascript' | 'jsonata' }) {
  const { t } = useTranslation('flows');
  const { setValue, value, error } = useField('script');
  const script = withSample(typeof value === 'string' ? value : '', language, filterSamples);
  // The sample is the script from the beginning, so that it is tried at once.
  useEffect(() => {
    if (script !== value) setValue(script);
  });
  return (
    <CodeEditor
      key={language}
      label={t('script.label')}
      help={t(`filter.scriptHelp.${language}`)}
      language={language}
      rows={12}
      words={scriptWords[language]}
      value={script}
      onChange={setValue}
      {...(error ? { error } : {})}
    />
  );
}

function Condition() {
  const { t } = useTranslation('flows');
  const type: unknown = useWatch({ name: 'type' });
  return (
    <>
      <SelectInput
        name="type"
        label={t('filter.type')}
        options={filterTypes.map((value) => ({
          value,
          label: t(`filterType.${value}`),
          detail: t(`filterTypeHelp.${value}`),
        }))}
      />
      {type === 'standard' && (
        <>
          <SelectInput
            name="match"
            label={t('filter.match')}
            options={(['all', 'any'] as const).map((value) => ({ value, label: t(`match.${value}`) }))}
          />
          <ConditionRows />
        </>
      )}
      {(type === 'javascript' || type === 'jsonata') && <ScriptInput language={type} />}
    </>
  );
}

/** The trial beside the fields follows the account of the form. */
function Trial() {
  const tenantId: unknown = useWatch({ name: 'tenantId' });
  return <FilterTrial tenantId={typeof tenantId === 'number' ? tenantId : undefined} />;
}

/** Creates a filter, or edits one. */
export function FilterDialog({ filter, onClose }: { filter?: FlowFilter | undefined; onClose: () => void }) {
  const { t } = useTranslation('flows');
  const { create, update } = useFilterActions();
  const session = useSession();
  const { account } = useChosenAccount();
  const own = account ?? session?.primaryTenants[0];
  const initial = filter ? { id: filter.tenantId, name: filter.tenantName } : own;
  const { flows = [] } = filter ?? {};
  return (
    <FormDialog
      open
      large
      title={filter ? t('filter.edit', { name: filter.name }) : t('filter.create')}
      description={flows.length > 0 ? t('part.usedBy', { flows: flows.join(', ') }) : t('filter.about')}
      submitLabel={t(filter ? 'action.save' : 'filter.create')}
      schema={newFilter}
      defaultValues={{
        name: filter?.name ?? '',
        description: filter?.description ?? '',
        type: filter?.type ?? 'standard',
        inputType: filter?.inputType ?? 'generic',
        match: filter?.match ?? 'all',
        conditions: filter && filter.conditions.length > 0 ? filter.conditions : [firstCondition],
        script: filter?.script ?? '',
        ...(initial ? { tenantId: initial.id } : {}),
      }}
      onSubmit={async ({ tenantId, ...fields }) => {
        // Conditions behind a script are unfinished more often than not.
        const body = fields.type === 'standard' ? fields : { ...fields, conditions: [] };
        const saving = filter ? update({ id: filter.id, body }) : create({ ...body, tenantId });
        const saved = await saving.catch(onFields);
        showToast({ message: t('filter.saved', { name: saved.name }) });
      }}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 3fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <TextInput name="name" label={t('field.name')} required autoFocus maxLength={100} />
          <TextInput name="description" label={t('field.description')} maxLength={2_000} />
          <AccountInput
            name="tenantId"
            label={t('field.account')}
            required
            disabled={filter !== undefined}
            initial={initial}
          />
          <Condition />
          <SelectInput
            name="inputType"
            label={t('field.inputType')}
            info={t('filter.inputTypeInfo')}
            options={contentTypes.map((value) => ({ value, label: t(`contentType.${value}`) }))}
          />
        </Box>
        <Trial />
      </Box>
    </FormDialog>
  );
}
