import { type Dashboard, type DashboardRow, dashboardFields } from '@stellwerk/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { errorOnField } from '../accounts/index.ts';
import { AccountChoiceInput } from './AccountChoiceInput.tsx';
import { useDashboardActions } from './dashboard.queries.ts';

const schema = z.object({ name: dashboardFields.shape.name, tenantId: z.int() });

interface DuplicateDashboardDialogProps {
  dashboard: Pick<DashboardRow, 'id' | 'name' | 'tenantId' | 'tenantName'>;
  onDuplicated: (dashboard: Dashboard) => void;
  onClose: () => void;
}

/** Creates a copy with all widgets, optionally in another account. */
export function DuplicateDashboardDialog({ dashboard, onDuplicated, onClose }: DuplicateDashboardDialogProps) {
  const { t } = useTranslation('dashboards');
  const { duplicate } = useDashboardActions();
  const { id, name, tenantId, tenantName } = dashboard;
  return (
    <FormDialog
      open
      maxWidth="xs"
      title={t('duplicate.title', { name })}
      submitLabel={t('duplicate.action')}
      schema={schema}
      defaultValues={{ name: t('duplicate.name', { name }).slice(0, 200), tenantId }}
      onSubmit={async (body) => {
        const copy = await duplicate({ id, body }).catch(
          errorOnField({ ACCOUNT_NOT_FOUND: 'tenantId', PERMISSION_DENIED: 'tenantId' }),
        );
        showToast({ message: t('duplicate.done', { name: copy.name }) });
        onDuplicated(copy);
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('column.name')} required autoFocus maxLength={200} />
      <AccountChoiceInput name="tenantId" initial={{ id: tenantId, name: tenantName }} />
    </FormDialog>
  );
}
