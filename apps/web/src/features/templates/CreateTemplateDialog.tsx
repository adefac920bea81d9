import { type TemplateState, templateContent, templateState } from '@stellwerk/contract/device-template';
import { createDeviceTemplate } from '@stellwerk/contract/device-template-calls';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { AccountInput, errorOnField } from '../accounts/index.ts';
import { useConnectorChoices, useDriverChoices } from '../devices/index.ts';
import { stateOfVariable } from './editor/state-of-variable.ts';
import { templatePath } from './paths.ts';
import { fetchVariables, useTemplateActions } from './template.queries.ts';

const { shape } = createDeviceTemplate.body;
const schema = z.object({
  title: shape.title,
  accountId: shape.accountId,
  connectorId: templateContent.shape.connectorId,
  driverId: templateContent.shape.driverId,
});

function SourceInputs() {
  const { t } = useTranslation('templates');
  const accountId: unknown = useFormContext().watch('accountId');
  const connectors = useConnectorChoices(typeof accountId === 'number' ? accountId : undefined).data ?? [];
  const drivers = useDriverChoices().data?.data ?? [];
  return (
    <>
      <SelectInput
        name="connectorId"
        label={t('column.connector')}
        help={t('create.connectorHelp')}
        required
        options={connectors
          .filter(({ capabilities }) => capabilities.devices)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectInput
        name="driverId"
        label={t('column.driver')}
        help={t('create.driverHelp')}
        required
        options={drivers.map(({ id, title, publishedVersion }) => ({
          value: id,
          label: title,
          disabled: publishedVersion === null,
          ...(publishedVersion === null ? { detail: t('create.notPublished') } : {}),
        }))}
      />
    </>
  );
}

/** A template begins with the states of its driver's newest version. */
async function statesOf(driverId: number, version: number | null): Promise<TemplateState[]> {
  if (version === null) return [];
  return (await fetchVariables(driverId, version)).map((variable) => templateState.parse(stateOfVariable(variable)));
}

/** Only the required fields; all others are on the page of the template. */
export function CreateTemplateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('templates');
  const { go } = useNavigation();
  const { create } = useTemplateActions();
  const session = useSession();
  const { account } = useChosenAccount();
  const drivers = useDriverChoices().data?.data ?? [];
  const ownAccount = account ?? session?.primaryTenants[0];
  return (
    <FormDialog
      open
      title={t('create.title')}
      description={t('create.description')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{ title: '', ...(ownAccount ? { accountId: ownAccount.id } : {}) }}
      onSubmit={async ({ title, accountId, connectorId, driverId }) => {
        const version = drivers.find(({ id }) => id === driverId)?.publishedVersion ?? null;
        const states = await statesOf(driverId, version);
        const made = await create({ title, accountId, draft: { connectorId, driverId, states } }).catch(
          errorOnField({
            DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS: 'title',
            ACCOUNT_NOT_FOUND: 'accountId',
            BRIDGE_NOT_FOUND: 'connectorId',
            DEVICEDRIVER_NOT_FOUND: 'driverId',
          }),
        );
        showToast({ message: t('create.done', { title }) });
        go(templatePath(made.id));
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
      <AccountInput name="accountId" label={t('column.account')} required initial={ownAccount} />
      <SourceInputs />
    </FormDialog>
  );
}
