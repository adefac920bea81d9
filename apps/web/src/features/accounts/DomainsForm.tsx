import { type Account, accountChange } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { TagsInput } from '../../ui/form/TagsInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountActions } from './account.queries.ts';
import { errorOnField } from './error-on-field.ts';

const schema = accountChange.pick({ domains: true }).required();
const complaints = {
  TENANT_DOMAIN_EXISTS: 'domains',
  TENANT_DOMAIN_DUPLICATE: 'domains',
  TENANT_DOMAIN_INVALID: 'domains',
  TENANT_DOMAIN_UNKNOWN: 'domains',
};

export function DomainsForm({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  return (
    <Card title={t('domains.title')}>
      <Form
        schema={schema}
        defaultValues={{ domains: account.domains }}
        onSubmit={async (values) => {
          await update({ id: account.id, ...values }).catch(errorOnField(complaints));
          showToast({ message: t('saved') });
        }}
      >
        <TagsInput
          name="domains"
          label={t('domains.label')}
          help={t('domains.help')}
          info={t('domains.info')}
          maxTags={50}
        />
        <FormActions needsChange />
      </Form>
    </Card>
  );
}
