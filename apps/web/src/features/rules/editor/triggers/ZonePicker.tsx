import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../../../ui/form/AutocompleteField.tsx';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
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
  // The text in the field is the current choice, not a search.
  const search = chosen && text === chosen.title ? '' : text.trim();
  const { data = [], isFetching } = useZones(useDeferredValue(search));
  return (
    <AutocompleteField
      {...boundTo(field, { label: t('trigger.zoneTwin'), required: true })}
      placeholder={t('trigger.chooseZone')}
      options={chosen && !data.some(({ id }) => id === chosen.id) ? [chosen, ...data] : data}
      value={chosen}
      loading={isFetching}
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
    />
  );
}
