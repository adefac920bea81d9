import type { Issue } from '@stellwerk/contract/issues';
import { useTranslation } from 'react-i18next';

interface RepeatedPassword {
  password: string;
  repeat: string;
}

/** For the refinement of a form's schema, with `atRepeat`. */
export const isRepeated = ({ password, repeat }: RepeatedPassword): boolean => password === repeat;
export const atRepeat = { path: ['repeat'] };

export function useRepeatText(): (issue: Issue) => string | undefined {
  const { t } = useTranslation('users');
  return ({ path }) => (path === 'repeat' ? t('password.different') : undefined);
}
