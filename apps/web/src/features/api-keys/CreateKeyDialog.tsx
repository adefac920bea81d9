import { defaultCallsPerMinute, maxCallsPerMinute, newApiKey } from '@stellwerk/contract/api-key';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import type { CreatedApiKey, NewApiKey } from './api-key.queries.ts';
import { PermissionsInput } from './PermissionsInput.tsx';
import { ScopesInput } from './ScopesInput.tsx';
import { ValidUntilInput } from './ValidUntilInput.tsx';

interface CreateKeyDialogProps {
  /** Of the user to create it for; absent where it is the caller. */
  userField?: ReactNode;
  onCreate: (values: NewApiKey & { userId?: number | undefined }) => Promise<CreatedApiKey>;
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** The server answers MAX_USER_API_TOKEN_LIMIT_TOO_HIGH; the form says so before. */
const ownKey = newApiKey.extend({ callsPerMinute: z.int().min(1).max(maxCallsPerMinute) });
const someonesKey = ownKey.extend({ userId: z.int() });

export function CreateKeyDialog({ userField, onCreate, onCreated, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('api-keys');
  const defaults = {
    title: '',
    callsPerMinute: defaultCallsPerMinute,
    validUntil: null,
    permissions: null,
    scopeIds: null,
  };
  return (
    <FormDialog
      open
      title={t('create.title')}
      description={t('create.description')}
      submitLabel={t('create.submit')}
      schema={userField ? someonesKey : ownKey}
      defaultValues={defaults}
      onSubmit={async (values) => onCreated(await onCreate(values))}
      onClose={onClose}
    >
      {userField}
      <TextInput name="title" label={t('field.title')} help={t('field.titleHelp')} maxLength={100} required autoFocus />
      <NumberInput
        name="callsPerMinute"
        label={t('field.callsPerMinute')}
        help={t('field.callsPerMinuteHelp', { maximum: maxCallsPerMinute })}
        required
      />
      <ValidUntilInput name="validUntil" label={t('field.validUntil')} help={t('field.validUntilHelp')} />
      <PermissionsInput name="permissions" label={t('field.permissions')} help={t('field.permissionsHelp')} />
      <ScopesInput name="scopeIds" label={t('field.scopes')} help={t('field.scopesHelp')} />
    </FormDialog>
  );
}
