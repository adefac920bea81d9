import { Alert, Box, FormHelperText, IconButton, Typography } from '@mui/material';
import { responsibilities, type Twin, twinLimits } from '@stellwerk/contract/twin';
import { Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../ui/form/AutocompleteField.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { useRelatedUsers } from './twin.queries.ts';

interface Relation {
  userId: number;
  responsibility: (typeof responsibilities)[number];
}

/** Finds a user of the twin's account; what is chosen goes into the list and the field is empty again. */
function AddUser({ twinId, onAdd, disabled }: { twinId: number; onAdd: (user: FoundUser) => void; disabled: boolean }) {
  const { t } = useTranslation('twins');
  const [text, setText] = useState('');
  const found = useRelatedUsers(twinId, useDeferredValue(text.trim()));
  return (
    <AutocompleteField
      label={t('users.add')}
      placeholder={t('users.search')}
      options={found.data ?? []}
      filterOptions={(all) => all}
      value={null}
      blurOnSelect
      inputValue={text}
      disabled={disabled}
      loading={found.isFetching}
      onInputChange={(_, next, reason) => setText(reason === 'input' ? next : '')}
      onChange={(_, user) => user && onAdd(user)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      noOptionsText={t('users.nobody')}
      detailOf={({ email }) => email}
    />
  );
}

interface FoundUser {
  id: number;
  name: string;
  email: string;
}

/** Who is responsible for a twin. */
export function UserRelationsInput({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { control, formState, watch } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: 'userRelations' });
  const [names, setNames] = useState(() => new Map(twin.userRelations.map(({ userId, name }) => [userId, name])));
  const relations: Relation[] = watch('userRelations') ?? [];
  const isDouble = relations.some(
    (relation, index) =>
      relations.findIndex(
        ({ userId, responsibility }) => userId === relation.userId && responsibility === relation.responsibility,
      ) !== index,
  );

  function add({ id, name }: FoundUser) {
    setNames(new Map(names).set(id, name));
    const taken = relations.filter(({ userId }) => userId === id).map(({ responsibility }) => responsibility);
    const responsibility = responsibilities.find((each) => !taken.includes(each)) ?? responsibilities[0];
    append({ userId: id, responsibility });
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info">{t('users.information')}</Alert>
      {fields.map((row, index) => {
        const name = names.get(relations[index]?.userId ?? 0) ?? '';
        return (
          <Box key={row.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Typography sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography>
            <Box sx={{ flex: '1 1 12rem' }}>
              <SelectInput
                name={`userRelations.${index}.responsibility`}
                label={t('users.responsibilityOf', { name })}
                options={responsibilities.map((value) => ({ value, label: t(`responsibility.${value}`) }))}
              />
            </Box>
            <IconButton
              aria-label={t('users.remove', { name })}
              disabled={formState.isSubmitting}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Box>
        );
      })}
      {isDouble && (
        <FormHelperText error role="alert">
          {t('users.double')}
        </FormHelperText>
      )}
      <AddUser
        twinId={twin.id}
        onAdd={add}
        disabled={formState.isSubmitting || fields.length >= twinLimits.userRelations}
      />
    </Box>
  );
}
