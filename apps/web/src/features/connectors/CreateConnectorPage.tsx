import { Alert, Box } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { AccountInput } from '../accounts/index.ts';
import { type SavedConnector, useConnectorActions, useConnectorKinds } from './connector.queries.ts';
import { ConnectionTest } from './form/ConnectionTest.tsx';
import { changedSecrets, newConnectorForm, newValues, onFormField, sentOptions } from './form/connector-form.ts';
import { GeneralFields } from './form/GeneralFields.tsx';
import { GeneratedDialog } from './form/GeneratedDialog.tsx';
import { KindFields } from './form/KindFields.tsx';
import { KindCards } from './kinds/KindCards.tsx';
import { KindIcon } from './kinds/KindIcon.tsx';
import { useKindTexts } from './kinds/use-kind-texts.ts';
import { createPath, editPath } from './paths.ts';

/** A new connector lies in the account that one works in. */
function useHomeAccount() {
  const session = useSession();
  const { account } = useChosenAccount();
  const home = account ?? session?.primaryTenants.find(({ id }) => id === session.tenantId);
  return home && { id: home.id, name: home.name };
}

function NewConnectorForm({ kind }: { kind: ConnectorKind }) {
  const { t } = useTranslation('connectors');
  const { go } = useNavigation();
  const { create } = useConnectorActions();
  const home = useHomeAccount();
  const [saved, setSaved] = useState<SavedConnector>();
  const schema = useMemo(() => newConnectorForm(kind), [kind]);

  async function submit({ options, secrets, ...values }: z.output<typeof schema>) {
    const done = await create({
      ...values,
      type: kind.type,
      options: sentOptions(options),
      secrets: changedSecrets(secrets),
    }).catch(onFormField);
    showToast({ message: t('create.done', { name: values.name }) });
    if (Object.keys(done.generated).length > 0) setSaved(done);
    else go(editPath(done.connector, 'reference'));
  }

  return (
    <Box sx={{ maxWidth: '56rem' }}>
      <Form
        schema={schema}
        defaultValues={{ ...newValues(kind), ...(home ? { tenantId: home.id } : {}) }}
        onSubmit={submit}
      >
        <GeneralFields
          kind={kind}
          account={
            <AccountInput
              name="tenantId"
              label={t('column.account')}
              help={t('field.accountHelp')}
              initial={home}
              required
            />
          }
        />
        <KindFields kind={kind} stored={[]} />
        <ConnectionTest kind={kind} onCancel={() => go(createPath())} />
      </Form>
      {saved && <GeneratedDialog saved={saved} onClose={() => go(editPath(saved.connector, 'reference'))} />}
    </Box>
  );
}

function NewOfKind({ kind }: { kind: ConnectorKind }) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  return (
    <Page
      id="create-connector-of-kind"
      title={t('create.titleOf', { kind: texts.title(kind.type) })}
      icon={<KindIcon type={kind.type} size="1.5rem" />}
      description={texts.description(kind.type)}
    >
      <NewConnectorForm key={kind.type} kind={kind} />
    </Page>
  );
}

/** First the kind, then its form; the address carries the choice. */
export function CreateConnectorPage() {
  const { t } = useTranslation('connectors');
  const [search] = useSearchParams();
  const { data, error, refetch } = useConnectorKinds();
  const kind = data?.find(({ type }) => type === search.kind);
  if (kind) return <NewOfKind kind={kind} />;
  return (
    <Page id="create-connector" title={t('create.title')} description={t('create.description')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons shape="cards" />}
      {data && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {typeof search.kind === 'string' && (
            <Alert severity="warning">{t('create.unknownKind', { kind: search.kind })}</Alert>
          )}
          <KindCards kinds={data} toOf={createPath} />
        </Box>
      )}
    </Page>
  );
}
