import { newRule } from '@stellwerk/contract/access';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useAddRule } from './acl.queries.ts';

/** Adds a permission that another system asks for; roles can hold it at once. */
export function PermissionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('acl');
  const add = useAddRule();
  return (
    <FormDialog
      open
      title={t('catalogue.newTitle')}
      description={t('catalogue.newHelp')}
      submitLabel={t('catalogue.add')}
      schema={newRule}
      defaultValues={{ subject: '', action: '', description: '' }}
      onSubmit={async (body) => {
        const { name } = await add(body);
        showToast({ message: t('catalogue.added', { name }) });
      }}
      onClose={onClose}
    >
      <TextInput
        name="subject"
        label={t('catalogue.subject')}
        help={t('catalogue.subjectHelp')}
        placeholder="ParkingGuide"
        required
        autoFocus
        maxLength={60}
      />
      <TextInput
        name="action"
        label={t('catalogue.action')}
        help={t('catalogue.actionHelp')}
        placeholder="read"
        required
        maxLength={30}
      />
      <TextInput name="description" label={t('catalogue.description')} maxLength={500} />
    </FormDialog>
  );
}
