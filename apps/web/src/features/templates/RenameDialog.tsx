import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { createDeviceTemplate } from '@stellwerk/contract/device-template-calls';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { errorOnField } from '../accounts/index.ts';
import { useTemplateActions } from './template.queries.ts';

const schema = createDeviceTemplate.body.pick({ title: true });

export function RenameDialog({ template, onClose }: { template: DeviceTemplate; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const { update } = useTemplateActions();
  return (
    <FormDialog
      open
      title={t('rename.title')}
      schema={schema}
      defaultValues={{ title: template.title }}
      onSubmit={async ({ title }) => {
        await update({ id: template.id, title }).catch(
          errorOnField({ DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS: 'title' }),
        );
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
    </FormDialog>
  );
}
