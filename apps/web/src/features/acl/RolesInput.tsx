import type { Role } from '@stellwerk/contract/access';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../ui/form/AutocompleteField.tsx';
import { useAssignableRoles } from './acl.queries.ts';

export interface RolesInputProps {
  scopeId: number;
  /** For screen readers only: the name of the scope is above the field. */
  label: string;
  value: readonly { id: number; name: string }[];
  onChange: (roles: { id: number; name: string }[]) => void;
  autoFocus?: boolean;
}

type Option = Pick<Role, 'id' | 'name'> & Partial<Role>;

/** The roles of a user in one scope: roles of that scope, searched on the server. */
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
    <AutocompleteField
      label={label}
      hideLabel
      placeholder={value.length === 0 ? t('access.chooseRoles') : ''}
      autoFocus={autoFocus}
      multiple
      disableCloseOnSelect
      options={[...chosen, ...offered]}
      filterSelectedOptions
      // The server has already searched, also in descriptions, so the list must not filter again.
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
      clearText={t('access.clear')}
      detailOf={detailOf}
    />
  );
}
