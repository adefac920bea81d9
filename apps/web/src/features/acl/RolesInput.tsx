import { Autocomplete, Box, Chip, TextField } from '@mui/material';
import type { Role } from '@stellwerk/contract/access';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignableRoles } from './acl.queries.ts';

export interface RolesInputProps {
  scopeId: number;
  /** Names the field. */
  label: string;
  value: readonly { id: number; name: string }[];
  onChange: (roles: { id: number; name: string }[]) => void;
  autoFocus?: boolean;
}

type Option = Pick<Role, 'id' | 'name'> & Partial<Role>;

/** The roles of a person in one scope: those that can be given there, found on the server while one types. */
export function RolesInput({ scopeId, label, value, onChange, autoFocus = false }: RolesInputProps) {
  const { t } = useTranslation('acl');
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const found = useAssignableRoles(scopeId, text.trim(), isOpen);
  const chosen: Option[] = [...value];
  const offered: Option[] = (found.data ?? []).filter(({ id }) => !value.some((role) => role.id === id));

  const detailOf = (role: Option) => {
    if (role.abilities && !role.abilities.assign) return t('access.exceeds');
    if (role.scopeId !== undefined && role.scopeId !== scopeId) return t('access.inherited', { scope: role.scopeName });
    return role.description ?? '';
  };

  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={[...chosen, ...offered]}
      filterSelectedOptions
      // The server has searched; names that only its description explains must not be dropped again.
      filterOptions={(options) => options}
      value={chosen}
      inputValue={text}
      loading={found.isFetching}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => onChange(next.map(({ id, name }) => ({ id, name })))}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionDisabled={(role) => role.abilities?.assign === false}
      noOptionsText={t('access.noRoles')}
      loadingText={t('access.loading')}
      slotProps={{ clearIndicator: { 'aria-label': t('access.clear') } }}
      renderOption={({ key, ...props }, role) => (
        <li key={key} {...props}>
          <Box>
            {role.name}
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{detailOf(role)}</Box>
          </Box>
        </li>
      )}
      renderValue={(shown, getItemProps) =>
        shown.map((role, index) => {
          const { key, ...item } = getItemProps({ index });
          return <Chip key={key} label={role.name} {...item} />;
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          // The name of the scope stands above; the field says its own to those who don't see it.
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label },
          }}
          placeholder={value.length === 0 ? t('access.chooseRoles') : ''}
          autoFocus={autoFocus}
        />
      )}
    />
  );
}
