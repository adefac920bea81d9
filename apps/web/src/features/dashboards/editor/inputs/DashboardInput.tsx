import { idFromText } from '@stellwerk/contract/core/id';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../../../ui/form/AutocompleteField.tsx';
import { boundTo, type FieldProps, useField } from '../../../../ui/form/form-context.ts';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import { useDashboard, useDashboardChoices } from '../../dashboard.queries.ts';
import { useEditing } from '../editor-context.ts';
import type { WidgetInputProps } from './input-props.ts';
import { parameterIn, parameterText } from './parameters.ts';
import { useParameterName } from './use-id-name.ts';

interface Choice {
  /** The stored text. */
  text: string;
  name: string;
  detail: string;
}

/** Another dashboard by its name, or a parameter with its id. */
export function DashboardIdInput(props: FieldProps) {
  const { t } = useTranslation('dashboards');
  const { dashboard } = useEditing();
  const parameterName = useParameterName();
  const field = useField(props.name);
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  const id = idFromText(value);
  const chosen = useDashboard(id);
  // The current choice is shown in the field, but is not a search text.
  const search = useDebouncedValue(isOpen && words !== chosen.data?.name ? words : '', { delayMs: 250 });
  const { data: found = [], isFetching } = useDashboardChoices(search);

  const parameters = dashboard.customParameters.map(
    (each): Choice => ({ text: parameterText(each.name), name: parameterName(each.name), detail: '' }),
  );
  const choices = found.map((each): Choice => ({ text: String(each.id), name: each.name, detail: each.tenantName }));
  const parameter = parameterIn(value);
  const nameOf = (): string => {
    if (parameter !== undefined) return parameterName(parameter);
    return chosen.data?.name ?? (chosen.isError ? t('editor.dashboard.hidden', { id: value }) : '…');
  };
  const shown = value === '' ? '' : nameOf();
  // Keeps the same object for the same text: another object would discard the typed text.
  const current = useMemo(
    (): Choice | null => (value === '' ? null : { text: value, name: shown, detail: '' }),
    [value, shown],
  );

  return (
    <AutocompleteField
      {...boundTo(field, props)}
      placeholder={t('editor.dashboard.choose')}
      options={[...choices, ...parameters]}
      value={current}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      loading={isFetching}
      // The server has already filtered the dashboards, and there are few parameters.
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.text}
      isOptionEqualToValue={(left, right) => left.text === right.text}
      onInputChange={(_, next) => setWords(next)}
      onChange={(_, choice) => field.setValue(choice?.text ?? '')}
      noOptionsText={t('editor.dashboard.none')}
      detailOf={(choice) => choice.detail}
    />
  );
}

export const DashboardInput = ({ schema: _schema, ...field }: WidgetInputProps) => <DashboardIdInput {...field} />;
