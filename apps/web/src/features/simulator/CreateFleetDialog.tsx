import { listAccounts } from '@stellwerk/contract/account';
import { createFleet, fleetLimits } from '@stellwerk/contract/fleet';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useFormats } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { AccountInput, errorOnField } from '../accounts/index.ts';
import { useConnectorChoices } from '../devices/index.ts';
import { FaultFields, PaceFields } from './FleetFields.tsx';
import { useFleetActions, useFleetProfiles } from './fleet.queries.ts';
import { ProfileInput } from './ProfileInput.tsx';

const schema = createFleet.body;
const usualCount = 20;
const fallbackSeconds = 600;

/** A new webhook, or one of the user's own connectors. */
function ConnectorInput({ types }: { types: readonly string[] }) {
  const { t } = useTranslation('simulator');
  const accountId: unknown = useWatch({ name: 'tenantId' });
  const { data = [] } = useConnectorChoices(typeof accountId === 'number' ? accountId : undefined);
  return (
    <SelectInput
      name="connectorId"
      label={t('form.connector')}
      help={t('form.connectorHelp')}
      emptyAs="null"
      emptyText={t('form.ownConnector')}
      options={data.filter(({ type }) => types.includes(type)).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

export function CreateFleetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  const { create } = useFleetActions();
  const { data } = useFleetProfiles();
  const session = useSession();
  const { account } = useChosenAccount();
  const mayBrowse = useCan(listAccounts.permission);
  const accounts = session?.primaryTenants ?? [];
  const ownAccount = account ?? accounts[0];
  if (!data) return null;
  const [first] = data.profiles;
  return (
    <FormDialog
      open
      title={t('create.title')}
      description={t('create.description', { limit: formats.number(fleetLimits.devices) })}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{
        name: '',
        profile: first?.kind ?? '',
        deviceCount: usualCount,
        intervalSeconds: first?.intervalSeconds ?? fallbackSeconds,
        faults: { gap: 0.01, duplicate: 0.01, late: 0 },
        connectorId: null,
        ...(ownAccount ? { tenantId: ownAccount.id } : {}),
      }}
      onSubmit={async (fleet) => {
        await create(fleet).catch(
          errorOnField({
            DTWIN_CREATE_DUPLICATE_ENTRY: 'name',
            BRIDGE_DUPLICATE_NAME: 'name',
            FLEET_TOO_FAST: 'intervalSeconds',
            FLEET_CONNECTOR_UNSUITABLE: 'connectorId',
            VDEVICE_LIMIT_REACHED: 'connectorId',
            ACCOUNT_NOT_FOUND: 'tenantId',
          }),
        );
        showToast({ message: t('create.done', { name: fleet.name }) });
      }}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={t('form.name')}
        placeholder={t('form.nameSample')}
        required
        autoFocus
        maxLength={200}
      />
      <ProfileInput profiles={data.profiles} />
      <PaceFields />
      <FaultFields />
      {mayBrowse ? (
        <AccountInput name="tenantId" label={t('column.account')} required initial={ownAccount} />
      ) : (
        <SelectInput
          name="tenantId"
          label={t('column.account')}
          required
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ConnectorInput types={data.connectorTypes} />
    </FormDialog>
  );
}
