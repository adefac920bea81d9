import { Autocomplete, Box, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  // What stands there after a choice is its name, not something to look for.
  const found = useUserSearch(useDeferredValue(isTyping ? text.trim() : ''));
  const options: FoundUser[] = found.data ?? [];
  return (
    <Autocomplete
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
      loadingText={t('access.loading')}
      renderOption={({ key, ...props }, user) => (
        <li key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            {nameOf(user)}
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              {[user.email || user.username, user.tenantName].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={t('why.user')} placeholder={t('why.userSearch')} />}
    />
  );
}
