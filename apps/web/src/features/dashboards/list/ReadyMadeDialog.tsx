import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useDashboardActions } from '../dashboard.queries.ts';
import type { CreationProps } from './CreateDashboardDialog.tsx';
import { TwinChoiceInput } from './TwinChoiceInput.tsx';

const schema = z.object({ dtwinId: z.int(), name: z.string().trim().max(200).default('') });

/** Creates a useful dashboard for a device, or for a building and its subtree. */
export function ReadyMadeDialog({ onCreated, onClose }: CreationProps) {
  const { t } = useTranslation('dashboards');
  const { createReadyMade } = useDashboardActions();
  return (
    <FormDialog
      open
      maxWidth="xs"
      title={t('readyMade.title')}
      description={t('readyMade.description')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{ name: '' }}
      onSubmit={async ({ dtwinId, name }) => {
        const dashboard = await createReadyMade({ dtwinId, ...(name ? { name } : {}) }).catch(
          errorOnField({ DTWIN_NOT_FOUND: 'dtwinId', PERMISSION_DENIED: 'dtwinId' }),
        );
        showToast({ message: t('create.done', { name: dashboard.name }) });
        onCreated(dashboard);
      }}
      onClose={onClose}
    >
      <TwinChoiceInput name="dtwinId" label={t('readyMade.twin')} required />
      <TextInput name="name" label={t('column.name')} help={t('readyMade.nameHelp')} maxLength={200} />
    </FormDialog>
  );
}
