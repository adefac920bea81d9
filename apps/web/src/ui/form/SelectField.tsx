import { Box, MenuItem } from '@mui/material';
import type { HTMLAttributes, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BaseField, type FieldLook } from './BaseField.tsx';

export interface SelectOption<T> {
  value: T;
  label: string;
  /** Small grey text below the label. */
  detail?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Shown in grey: this option means no choice. */
  isNone?: boolean;
}

export interface SelectLook extends FieldLook {
  /** Shown in the field while none of the options is chosen. */
  emptyText?: string | undefined;
  /** Further attributes of the focused element. */
  attributes?: HTMLAttributes<HTMLDivElement> & Record<`data-${string}`, string>;
}

interface SelectBaseProps<T> extends SelectLook {
  options: readonly SelectOption<T>[];
  values: readonly unknown[];
  onChoose: (values: T[]) => void;
  multiple?: boolean;
}

/** Options are identified by their index, so that values can have any type, `undefined` included. */
export function SelectBase<T>({ options, values, onChoose, multiple = false, ...props }: SelectBaseProps<T>) {
  const { emptyText, attributes, ...look } = props;
  const { t } = useTranslation('ui');
  const indexOf = (value: unknown) => options.findIndex((option) => Object.is(option.value, value));
  const chosen = values.map(indexOf).filter((index) => index >= 0);
  const shown = chosen.flatMap((index) => options[index] ?? []);
  const isEmpty = shown.every(({ isNone }) => isNone);
  return (
    <BaseField
      {...look}
      select
      value={multiple ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) => {
        const indexes = [target.value].flat().map(Number);
        onChoose(indexes.flatMap((index) => options[index] ?? []).map(({ value }) => value));
      }}
      selectProps={{
        multiple,
        displayEmpty: true,
        ...(attributes ? { SelectDisplayProps: attributes } : {}),
        renderValue: () => (
          <Box
            component="span"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, ...(isEmpty && { color: 'text.muted' }) }}
          >
            {!multiple && shown[0]?.icon}
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {shown.map(({ label }) => label).join(', ') || (emptyText ?? t('form.choose'))}
            </Box>
          </Box>
        ),
      }}
    >
      {options.map(({ label, detail, icon, disabled = false }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is the value of the item.
        <MenuItem key={index} value={index} disabled={disabled} {...(icon ? { sx: { gap: 1 } } : {})}>
          {icon}
          <Box>
            {label}
            {detail && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{detail}</Box>}
          </Box>
        </MenuItem>
      ))}
    </BaseField>
  );
}

export interface SelectFieldProps<T> extends SelectLook {
  /** A value that is not one of the options leaves the field empty. */
  value: T | undefined;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
}

/** One of a few values outside a form; inside a form it is `SelectInput`. */
export function SelectField<T>({ value, onChange, ...props }: SelectFieldProps<T>) {
  return <SelectBase {...props} values={[value]} onChoose={(values) => values.slice(0, 1).forEach(onChange)} />;
}
