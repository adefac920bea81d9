import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../ui/form/SecretInput.tsx';

/** Repeats the new password: it is typed unseen, and a typing error would lock its owner out. */
export function RepeatInput() {
  const { t } = useTranslation('users');
  return <SecretInput name="repeat" label={t('password.repeat')} required />;
}
