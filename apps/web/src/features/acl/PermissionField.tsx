import { splitPermission } from '@stellwerk/contract/core/permission';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../ui/form/AutocompleteField.tsx';
import { useRules } from './acl.queries.ts';
import { permissionGroups } from './permission-groups.ts';
import { usePermissionTexts } from './permission-texts.ts';

export interface PermissionFieldProps {
  value: string | undefined;
  onChange: (permission: string) => void;
}

interface Option {
  name: string;
  phrase: string;
  area: string;
  /** Search words. */
  words: string;
}

/** Chooses a permission by its meaning, such as "change virtual devices". */
export function PermissionField({ value, onChange }: PermissionFieldProps) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const rules = useRules();
  const options = useMemo(() => {
    const optionOf = (name: string, area: string): Option => {
      const { subject, action } = splitPermission(name);
      const phrase = texts.phrase(name);
      const words = [phrase, name, texts.subject(subject).name, texts.action(action).name];
      return { name, phrase, area: texts.area(area), words: words.join(' ').toLocaleLowerCase() };
    };
    const all = permissionGroups(rules.data ?? []).flatMap(({ area, rows }) =>
      rows.flatMap(({ subject, actions }) => actions.map((action) => optionOf(`${subject}.${action}`, area))),
    );
    // Screens need finer permissions than roles usually contain, and an address can contain any.
    return value === undefined || all.some(({ name }) => name === value) ? all : [optionOf(value, 'other'), ...all];
  }, [rules.data, texts, value]);
  return (
    <AutocompleteField
      label={t('why.permission')}
      placeholder={t('why.permissionSearch')}
      options={options}
      groupBy={({ area }) => area}
      value={options.find(({ name }) => name === value) ?? null}
      disableClearable={value !== undefined}
      loading={rules.isPending}
      filterOptions={(all, { inputValue }) => {
        const words = inputValue.toLocaleLowerCase().split(/\s+/);
        return all.filter((option) => words.every((word) => option.words.includes(word)));
      }}
      onChange={(_, option) => option && onChange(option.name)}
      getOptionKey={({ name }) => name}
      getOptionLabel={({ phrase }) => phrase}
      isOptionEqualToValue={(a, b) => a.name === b.name}
      noOptionsText={t('why.noPermission')}
      detailOf={({ name }) => name}
    />
  );
}
