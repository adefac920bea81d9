import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { Section } from '../../ui/surface/Section.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { ApiKeysTable } from './ApiKeysTable.tsx';
import { type CreatedApiKey, useApiKeyActions, useOwnApiKeys } from './api-key.queries.ts';
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';

/** The part of the profile that holds one's own keys. */
export function OwnApiKeys() {
  const { t } = useTranslation('api-keys');
  const isImpersonated = useSession()?.impersonator !== null;
  const { createOwn } = useApiKeyActions();
  const table = useTableState({ name: 'api-keys', prefix: 'keys' });
  const keys = useOwnApiKeys(table.query);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  return (
    <Section title={t('own.title')} description={t('own.description')}>
      <ApiKeysTable
        label={t('own.title')}
        table={table}
        keys={keys}
        withOwner={false}
        onCreate={isImpersonated ? undefined : () => setCreating(true)}
      />
      {isCreating && <CreateKeyDialog onCreate={createOwn} onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created && <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </Section>
  );
}
