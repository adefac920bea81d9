import { type FederatedKind, oauth2ClientFields, oidcClientFields } from '@stellwerk/contract/federated';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { type FederatedClient, useClientActions } from './federated.queries.ts';
import { LogoInput } from './LogoInput.tsx';

interface ClientDialogProps {
  tenantId: number;
  domains: readonly string[];
  kind: FederatedKind;
  /** Absent for a new one. */
  client?: FederatedClient | undefined;
  onClose: () => void;
}

const emptyCommon = { displayName: '', logo: '', domain: '', active: true, createUsers: true, clientId: '' };
const emptyOidc = { ...emptyCommon, issuer: '', scope: 'openid profile email' };
const emptyOauth2 = {
  ...emptyCommon,
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  subjectField: 'id',
  emailField: 'email',
  scope: 'profile email',
};

function OidcFields() {
  const { t } = useTranslation('federated');
  return <TextInput name="issuer" type="url" label={t('field.issuer')} required help={t('help.issuer')} />;
}

function Oauth2Fields() {
  const { t } = useTranslation('federated');
  return (
    <>
      <TextInput name="authorizationUrl" type="url" label={t('field.authorizationUrl')} required />
      <TextInput name="tokenUrl" type="url" label={t('field.tokenUrl')} required />
      <TextInput name="userInfoUrl" type="url" label={t('field.userInfoUrl')} required />
      <TextInput name="subjectField" label={t('field.subjectField')} required help={t('help.subjectField')} />
      <TextInput name="emailField" label={t('field.emailField')} required />
    </>
  );
}

function Fields({ kind, client, domains }: Pick<ClientDialogProps, 'kind' | 'client' | 'domains'>) {
  const { t } = useTranslation('federated');
  // A domain that the account has lost stays visible, so that it can be changed.
  const known = [...new Set([...domains, ...(client?.domain ? [client.domain] : [])])];
  return (
    <>
      <TextInput name="displayName" label={t('field.displayName')} required autoFocus help={t('help.displayName')} />
      {kind === 'oidc' ? <OidcFields /> : <Oauth2Fields />}
      <TextInput name="clientId" label={t('field.clientId')} required />
      <SecretInput
        name="clientSecret"
        label={t('field.clientSecret')}
        isStored={client?.hasClientSecret ?? false}
        autoComplete="off"
        {...(client?.hasClientSecret ? {} : { help: t('help.clientSecret') })}
      />
      <TextInput name="scope" label={t('field.scope')} required help={t(`help.scope.${kind}`)} />
      <SelectInput
        name="domain"
        label={t('field.domain')}
        options={known.map((domain) => ({ value: domain, label: domain }))}
        emptyAs="absent"
        help={t('help.domain')}
      />
      <LogoInput name="logo" label={t('field.logo')} />
      <SwitchInput name="createUsers" label={t('field.createUsers')} help={t('help.createUsers')} />
      <SwitchInput name="active" label={t('field.active')} />
    </>
  );
}

/** The mutual settings of the account and the sign-in service. */
export function ClientDialog({ tenantId, domains, kind, client, onClose }: ClientDialogProps) {
  const { t } = useTranslation('federated');
  const { create, update } = useClientActions(tenantId);
  const title = client ? t('edit.title', { name: client.displayName }) : t(`create.${kind}`);

  const saved = (name: string) => showToast({ message: t(client ? 'edit.done' : 'create.done', { name }) });
  const common = {
    open: true,
    title,
    description: client ? undefined : t(`create.description.${kind}`),
    onClose,
    children: <Fields kind={kind} client={client} domains={domains} />,
  };
  if (kind === 'oidc') {
    return (
      <FormDialog
        {...common}
        schema={oidcClientFields}
        defaultValues={client?.kind === 'oidc' ? client : emptyOidc}
        onSubmit={async (fields) => {
          await (client ? update({ kind, id: client.id, fields }) : create({ kind, fields }));
          saved(fields.displayName);
        }}
      />
    );
  }
  return (
    <FormDialog
      {...common}
      schema={oauth2ClientFields}
      defaultValues={client?.kind === 'oauth2' ? client : emptyOauth2}
      onSubmit={async (fields) => {
        await (client ? update({ kind, id: client.id, fields }) : create({ kind, fields }));
        saved(fields.displayName);
      }}
    />
  );
}
