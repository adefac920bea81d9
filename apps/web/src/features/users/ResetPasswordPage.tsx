import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { BarePage } from '../../ui/page/BarePage.tsx';
import { LanguageSwitch } from '../session/index.ts';
import { useResetRequest } from './password.queries.ts';

const schema = z.object({ email: z.email().max(320) });

/** Requests a link by mail. The response never reveals whether the address exists. */
export function ResetPasswordPage() {
  const { t } = useTranslation(['users', 'app']);
  const { mutateAsync } = useResetRequest();
  const [email, setEmail] = useState<string>();
  const isSent = email !== undefined;
  return (
    <BarePage
      product={t('app:product')}
      title={t('reset.title')}
      intro={isSent ? undefined : t('reset.intro')}
      footer={<LanguageSwitch />}
    >
      {isSent ? (
        <>
          <Alert severity="success">{t('reset.sent', { email })}</Alert>
          <Button onClick={() => setEmail(undefined)}>{t('reset.again')}</Button>
        </>
      ) : (
        <Form
          schema={schema}
          defaultValues={{ email: '' }}
          guarded={false}
          onSubmit={async (values) => {
            await mutateAsync(values.email);
            setEmail(values.email);
          }}
        >
          <TextInput name="email" label={t('field.email')} type="email" autoComplete="email" required autoFocus />
          <FormActions submitLabel={t('reset.submit')} fullWidth />
        </Form>
      )}
      <InternalLink to="/login" variant="body2" sx={{ justifySelf: 'center' }}>
        {t('reset.back')}
      </InternalLink>
    </BarePage>
  );
}
