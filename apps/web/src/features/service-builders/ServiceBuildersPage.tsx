import { Alert, Box, IconButton, Typography } from '@mui/material';
import { readServiceBuilderParams, updateServiceBuilderParams } from '@stellwerk/contract/service-builder';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCan } from '../../lib/abilities.ts';
import { call } from '../../lib/api.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { ActionButton } from '../../ui/page/ActionButton.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { OfAccount } from '../accounts/index.ts';

/** Rows of the form; the call takes a record. */
const schema = z.object({
  rows: z
    .array(z.object({ name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/), value: z.string().max(2_000) }))
    .max(50),
});

const keyOf = (id: number) => ['service-builders', id];

function Rows() {
  const { t } = useTranslation('service-builders');
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <TextInput name={`rows.${index}.name`} label={t('name')} required />
          </Box>
          <Box sx={{ flex: 2, minWidth: 0 }}>
            <TextInput name={`rows.${index}.value`} label={t('value')} />
          </Box>
          <IconButton aria-label={t('remove', { number: index + 1 })} onClick={() => remove(index)} sx={{ mt: 2.75 }}>
            <Trash2 />
          </IconButton>
        </Box>
      ))}
      <div>
        <ActionButton action={{ label: t('add'), icon: Plus, onClick: () => append({ name: '', value: '' }) }} />
      </div>
    </>
  );
}

function Params({ accountId }: { accountId: number }) {
  const { t } = useTranslation('service-builders');
  const queries = useQueryClient();
  const params = { id: accountId };
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(accountId),
    queryFn: async ({ signal }) => (await call(readServiceBuilderParams, { params }, { signal })).data,
  });
  const save = useMutation({
    mutationFn: (own: Record<string, string> | null) => call(updateServiceBuilderParams, { params, body: { own } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['service-builders'] }),
  }).mutateAsync;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  const rows = Object.entries(data.own ?? {}).map(([name, value]) => ({ name, value }));
  const inherited = Object.entries(data.effective);
  return (
    <Card title={t('params')}>
      {data.own === null && (
        <Typography color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {inherited.length === 0
            ? t('none')
            : t('inherited', {
                from: data.inheritedFrom?.name ?? t('above'),
                list: inherited.map(([name, value]) => `${name} = ${value}`).join(', '),
              })}
        </Typography>
      )}
      <Form
        key={JSON.stringify(data)}
        schema={schema}
        defaultValues={{ rows }}
        onSubmit={async (values) => {
          await save(
            values.rows.length === 0 ? null : Object.fromEntries(values.rows.map(({ name, value }) => [name, value])),
          );
          showToast({ message: t('saved') });
        }}
      >
        <Rows />
        <FormActions needsChange />
      </Form>
    </Card>
  );
}

/** Parameters of the addresses that the dashboard button of an application opens. */
export function ServiceBuildersPage() {
  const { t } = useTranslation('service-builders');
  const isOperator = useCan('super.system.manage');
  return (
    <Page id="service-builders" title={t('title')} description={t('description')}>
      {isOperator ? (
        <OfAccount page="service-builders">{({ id }) => <Params key={id} accountId={id} />}</OfAccount>
      ) : (
        <Alert severity="info">{t('operatorOnly')}</Alert>
      )}
    </Page>
  );
}
