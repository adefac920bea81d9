import { type Account, accountChange } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountActions } from './account.queries.ts';
import { errorOnField } from './error-on-field.ts';

const schema = accountChange.pick({ name: true, description: true, data: true }).required();

export function GeneralForm({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const { name, description, data } = account;
  return (
    <Card title={t('general.title')}>
      <Form
        schema={schema}
        defaultValues={{ name, description, data }}
        onSubmit={async (values) => {
          await update({ id: account.id, ...values }).catch(errorOnField({ TENANT_CREATE_DUPLICATE_ENTRY: 'name' }));
          showToast({ message: t('saved') });
        }}
      >
        <TextInput name="name" label={t('field.name')} required maxLength={200} />
        <TextInput name="description" label={t('field.description')} rows={3} maxLength={2000} />
        <TextInput
          name="data.feedback.bug"
          label={t('field.feedback')}
          type="email"
          help={t('field.feedbackHelp')}
          placeholder="name@example.org"
        />
        <FormActions needsChange />
      </Form>
    </Card>
  );
}
