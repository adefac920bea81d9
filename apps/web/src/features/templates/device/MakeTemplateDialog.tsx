import type { Device } from '@stellwerk/contract/device';
import { createDeviceTemplate } from '@stellwerk/contract/device-template-calls';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { errorOnField } from '../../accounts/index.ts';
import { templatePath } from '../paths.ts';
import { useTemplateActions } from '../template.queries.ts';

const schema = createDeviceTemplate.body.pick({ title: true });

/** Makes a template with the configuration of a device. */
export function MakeTemplateDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const { go } = useNavigation();
  const { create } = useTemplateActions();
  return (
    <FormDialog
      open
      title={t('device.makeTitle')}
      description={t('device.makeText')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{ title: device.title }}
      onSubmit={async ({ title }) => {
        const made = await create({ title, accountId: device.tenantId, fromDeviceId: device.id }).catch(
          errorOnField({ DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS: 'title' }),
        );
        showToast({ message: t('create.done', { title }) });
        go(templatePath(made.id));
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
    </FormDialog>
  );
}
