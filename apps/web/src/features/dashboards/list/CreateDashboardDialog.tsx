import { type Dashboard, dashboardFields } from '@stellwerk/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { AccountChoiceInput } from '../AccountChoiceInput.tsx';
import { useDashboardActions } from '../dashboard.queries.ts';
import { TwinChoiceInput } from './TwinChoiceInput.tsx';
import { useOwnAccount } from './use-own-account.ts';

const schema = z.object({ name: dashboardFields.shape.name, tenantId: z.int(), parentDtwinId: z.int().nullable() });

export interface CreationProps {
  onCreated: (dashboard: Dashboard) => void;
  onClose: () => void;
}

/** Assigns server errors to their fields. */
export const placeErrorFields = {
  ACCOUNT_NOT_FOUND: 'tenantId',
  PERMISSION_DENIED: 'tenantId',
  DTWIN_NOT_FOUND: 'parentDtwinId',
};

export function CreateDashboardDialog({ onCreated, onClose }: CreationProps) {
  const { t } = useTranslation('dashboards');
  const { create } = useDashboardActions();
  const account = useOwnAccount();
  return (
    <FormDialog
      open
      title={t('create.title')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{ name: '', parentDtwinId: null, ...(account ? { tenantId: account.id } : {}) }}
      onSubmit={async (values) => {
        const dashboard = await create(values).catch(errorOnField(placeErrorFields));
        showToast({ message: t('create.done', { name: dashboard.name }) });
        onCreated(dashboard);
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('column.name')} required autoFocus maxLength={200} />
      <AccountChoiceInput name="tenantId" initial={account} />
      <TwinChoiceInput name="parentDtwinId" label={t('create.twin')} help={t('create.twinHelp')} />
    </FormDialog>
  );
}
