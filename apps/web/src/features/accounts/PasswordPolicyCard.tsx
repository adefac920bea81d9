import { Typography } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import type { accountPasswordPolicy } from '@stellwerk/contract/account-settings';
import { passwordPolicy } from '@stellwerk/contract/password';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountPasswordPolicy, useSettingsActions } from './account.queries.ts';

type Policy = z.output<typeof accountPasswordPolicy>;

const schema = z.object({ isOwn: z.boolean(), policy: passwordPolicy });
const rules = ['upperAndLowerCase', 'digits', 'specialCharacters'] as const;

/** The inherited policy in words. */
function Inherited({ own, effective, inheritedFrom }: Policy) {
  const { t } = useTranslation('accounts');
  // The inherited policy is known only after saving.
  if (own) return <Typography color="textSecondary">{t('policy.willInherit')}</Typography>;
  const demands = rules.filter((rule) => effective[rule]).map((rule) => t(`policy.${rule}`));
  return (
    <Typography color="textSecondary">
      {inheritedFrom ? t('policy.from', { name: inheritedFrom.name }) : t('policy.fromAbove')}{' '}
      {[t('policy.least', { count: effective.minLength }), ...demands].join(', ')}
    </Typography>
  );
}

function PolicyFields({ policy }: { policy: Policy }) {
  const { t } = useTranslation('accounts');
  const isOwn: unknown = useWatch({ name: 'isOwn' });
  return (
    <>
      <SwitchInput name="isOwn" label={t('policy.own')} />
      {isOwn === true ? (
        <>
          <NumberInput name="policy.minLength" label={t('policy.minLength')} required />
          {rules.map((rule) => (
            <SwitchInput key={rule} name={`policy.${rule}`} label={t(`policy.${rule}`)} />
          ))}
        </>
      ) : (
        <Inherited {...policy} />
      )}
    </>
  );
}

export function PasswordPolicyCard({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { data, error, refetch } = useAccountPasswordPolicy(account.id);
  const { setPasswordPolicy } = useSettingsActions(account.id);
  return (
    <Card title={t('policy.title')}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="lines" />}
      {data && (
        <Form
          key={JSON.stringify(data)}
          schema={schema}
          defaultValues={{ isOwn: data.own !== null, policy: data.effective }}
          onSubmit={async ({ isOwn, policy }) => {
            await setPasswordPolicy({ own: isOwn ? policy : null });
            showToast({ message: t('saved') });
          }}
        >
          <PolicyFields policy={data} />
          <FormActions needsChange />
        </Form>
      )}
    </Card>
  );
}
