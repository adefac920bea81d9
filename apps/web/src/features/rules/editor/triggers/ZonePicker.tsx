import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { useZones } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';

/** A twin of type zone. */
export function ZonePicker({ name }: { name: string }) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const { names, learn } = useEditor();
  const [text, setText] = useState('');
  const chosenId = typeof field.value === 'number' ? field.value : undefined;
  const chosen =
    chosenId === undefined ? null : { id: chosenId, title: names.twins.get(chosenId) ?? t('words.unknownZone') };
  // What stands in the field is what is chosen, not what is searched for.
  const search = chosen && text === chosen.title ? '' : text.trim();
  const { data = [], isFetching } = useZones(useDeferredValue(search));
  return (
    <Autocomplete
      options={chosen && !data.some(({ id }) => id === chosen.id) ? [chosen, ...data] : data}
      value={chosen}
      loading={isFetching}
      disabled={field.disabled}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(left, right) => left.id === right.id}
      filterOptions={(zones) => zones}
      noOptionsText={t('trigger.noZones')}
      onChange={(_, zone) => {
        if (zone) learn({ twin: [zone.id, zone.title] });
        field.setValue(zone?.id);
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('trigger.zoneTwin')}
          placeholder={t('trigger.chooseZone')}
          inputRef={field.ref}
          required
          error={field.error !== undefined}
          helperText={field.error}
        />
      )}
    />
  );
}
