import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../ui/form/AutocompleteField.tsx';
import { useUserSearch } from './acl.queries.ts';

export interface FoundUser {
  id: number;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  tenantName: string;
}

export const nameOf = ({ firstName, lastName, username }: FoundUser) => `${firstName} ${lastName}`.trim() || username;

export interface UserFieldProps {
  value: FoundUser | undefined;
  onChange: (id: number) => void;
}

/** Finds a user on the server by name or e-mail address. */
export function UserField({ value, onChange }: UserFieldProps) {
  const { t } = useTranslation('acl');
  const [text, setText] = useState('');
  const [isTyping, setTyping] = useState(false);
  // After a choice the text is the user's name, not a search.
  const found = useUserSearch(useDeferredValue(isTyping ? text.trim() : ''));
  const options: FoundUser[] = found.data ?? [];
  return (
    <AutocompleteField
      label={t('why.user')}
      placeholder={t('why.userSearch')}
      options={value && !options.some(({ id }) => id === value.id) ? [value, ...options] : options}
      filterOptions={(all) => all}
      value={value ?? null}
      disableClearable={value !== undefined}
      loading={found.isFetching}
      onInputChange={(_, next, reason) => {
        setText(next);
        setTyping(reason === 'input');
      }}
      onChange={(_, user) => user && onChange(user.id)}
      getOptionKey={({ id }) => id}
      getOptionLabel={nameOf}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={t('why.noUser')}
      detailOf={(user) => [user.email || user.username, user.tenantName].filter(Boolean).join(' · ')}
    />
  );
}
