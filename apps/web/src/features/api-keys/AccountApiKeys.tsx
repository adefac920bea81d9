import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { ApiKeysTable } from './ApiKeysTable.tsx';
import { type CreatedApiKey, useAccountApiKeys, useApiKeyActions, useApiUsers } from './api-key.queries.ts';
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';

export interface AccountApiKeysProps {
  tenantId: number;
}

function ApiUserField({ tenantId }: AccountApiKeysProps) {
  const { t } = useTranslation('api-keys');
  const users = useApiUsers(tenantId).data ?? [];
  return (
    <SelectInput
      name="userId"
      label={t('field.user')}
      help={t('field.userHelp')}
      required
      options={users.map(({ id, username }) => ({ value: id, label: username }))}
    />
  );
}

/** The keys of all users of an account; new ones are for its API users, people make theirs themselves. */
export function AccountApiKeys({ tenantId }: AccountApiKeysProps) {
  const { t } = useTranslation('api-keys');
  const { createFor } = useApiKeyActions();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const table = useTableState({ name: 'api-keys', prefix: 'keys' });
  const keys = useAccountApiKeys(tenantId, table.query);
  return (
    <>
      <ApiKeysTable label={t('account.title')} table={table} keys={keys} withOwner onCreate={() => setCreating(true)} />
      {isCreating && (
        <CreateKeyDialog
          userField={<ApiUserField tenantId={tenantId} />}
          onCreate={({ userId = 0, ...body }) => createFor({ id: userId, body })}
          onCreated={setCreated}
          onClose={() => setCreating(false)}
        />
      )}
      {created && <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}
