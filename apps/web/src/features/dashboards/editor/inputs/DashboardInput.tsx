import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx';
import { type FieldProps, useField } from '../../../../ui/form/form-context.ts';
import { useRested } from '../../../../ui/use-rested.ts';
import { useDashboard, useDashboardChoices } from '../../dashboard.queries.ts';
import { useEditing } from '../editor-context.ts';
import type { WidgetInputProps } from './input-props.ts';
import { parameterIn, parameterText } from './parameters.ts';
import { useParameterName } from './use-id-name.ts';

interface Choice {
  /** As it is stored. */
  text: string;
  name: string;
  detail: string;
}

/** Another dashboard by its name, or a parameter that names one. */
export function DashboardIdInput(props: FieldProps) {
  const { name, label, help, info, required = false } = props;
  const { t } = useTranslation('dashboards');
  const { dashboard } = useEditing();
  const parameterName = useParameterName();
  const field = useField(name);
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  const id = idFromText(value);
  const chosen = useDashboard(id);
  // What is chosen already stands in the field and is nothing to search for.
  const search = useRested(isOpen && words !== chosen.data?.name ? words : '', { restMs: 250 });
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
  // The same object while it says the same: with another one the field would forget what is being typed.
  const current = useMemo(
    (): Choice | null => (value === '' ? null : { text: value, name: shown, detail: '' }),
    [value, shown],
  );

  return (
    <FieldFrame label={label} info={info}>
      <Autocomplete
        options={[...choices, ...parameters]}
        value={current}
        open={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        loading={isFetching}
        disabled={field.disabled}
        // The server has searched already; parameters are few.
        filterOptions={(all) => all}
        getOptionLabel={(choice) => choice.name}
        getOptionKey={(choice) => choice.text}
        isOptionEqualToValue={(left, right) => left.text === right.text}
        onInputChange={(_, next) => setWords(next)}
        onChange={(_, choice) => field.setValue(choice?.text ?? '')}
        onBlur={field.onBlur}
        noOptionsText={t('editor.dashboard.none')}
        renderOption={({ key: _key, ...item }, choice) => (
          <Box component="li" key={choice.text} {...item}>
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap>{choice.name}</Typography>
              <Typography variant="caption" component="div" color="textSecondary" noWrap>
                {choice.detail}
              </Typography>
            </Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            required={required}
            placeholder={t('editor.dashboard.choose')}
            inputRef={field.ref}
            error={field.error !== undefined}
            helperText={field.error ?? help}
          />
        )}
      />
    </FieldFrame>
  );
}

export const DashboardInput = ({ schema: _schema, ...field }: WidgetInputProps) => <DashboardIdInput {...field} />;
