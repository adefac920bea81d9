import { Autocomplete, type AutocompleteProps, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BaseField, type FieldLook } from './BaseField.tsx';
import { FieldFrame } from './FieldFrame.tsx';

type Flag = boolean | undefined;
type Own = 'renderInput' | 'renderOption' | 'onBlur' | 'autoFocus' | keyof FieldLook;

export interface AutocompleteFieldProps<T, Multiple extends Flag, DisableClearable extends Flag, FreeSolo extends Flag>
  extends FieldLook,
    Omit<AutocompleteProps<T, Multiple, DisableClearable, FreeSolo>, Own> {
  placeholder?: string | undefined;
  /** Small grey text below an option in the list. */
  detailOf?: ((option: T) => ReactNode) | undefined;
  /** Content of an option in the list, if it is more than text and detail. */
  renderItem?: ((option: T) => ReactNode) | undefined;
}

/** A choice from many values by typing, in the same frame as all other fields. */
export function AutocompleteField<
  T,
  Multiple extends Flag = false,
  DisableClearable extends Flag = false,
  FreeSolo extends Flag = false,
>(props: AutocompleteFieldProps<T, Multiple, DisableClearable, FreeSolo>) {
  const { label, hideLabel, help, info, error, required, autoFocus, inputRef, placeholder, ...others } = props;
  const { detailOf, renderItem, disabled, onBlur, sx, ...own } = others;
  const { t } = useTranslation('ui');
  const labelOf = (option: T) => own.getOptionLabel?.(option) ?? String(option);
  const item = (option: T) => (
    <Box sx={{ minWidth: 0 }}>
      {labelOf(option)}
      {detailOf && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{detailOf(option)}</Box>}
    </Box>
  );
  const field = (
    <Autocomplete
      clearText={t('form.clear')}
      openText={t('form.open')}
      closeText={t('form.close')}
      noOptionsText={t('form.noOptions')}
      loadingText={t('loading')}
      {...own}
      {...(sx ? { sx } : {})}
      {...(onBlur ? { onBlur } : {})}
      disabled={disabled ?? false}
      renderOption={({ key, ...attributes }, option) => (
        <Box component="li" key={key} {...attributes}>
          {(renderItem ?? item)(option)}
        </Box>
      )}
      renderInput={({ id, slotProps }) => (
        <BaseField
          {...{ id, label, hideLabel, help, error, required, disabled, autoFocus, inputRef }}
          {...(placeholder ? { placeholder } : {})}
          htmlInput={slotProps.htmlInput}
          input={slotProps.input}
        />
      )}
    />
  );
  if (!info) return field;
  return (
    <FieldFrame label={label} info={info}>
      {field}
    </FieldFrame>
  );
}
