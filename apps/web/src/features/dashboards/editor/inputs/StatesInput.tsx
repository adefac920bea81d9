import { Chip } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { TagsField } from '../../../../ui/form/TagsField.tsx';
import { maxItemsOf, type WidgetInputProps } from './input-props.ts';
import { StateOption, useFoundStates } from './StateOption.tsx';

const missingLook = {
  icon: <TriangleAlert size="1rem" aria-hidden />,
  color: 'warning',
  sx: { '& .MuiChip-deleteIcon': { color: 'inherit' } },
} as const;

/** Several states by their keys, in display order; keys that no twin has yet are marked. */
export function StatesInput({ schema, ...props }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(props.name);
  const found = useFoundStates();
  const keys: string[] = Array.isArray(field.value) ? field.value : [];
  const missing = keys.filter(found.isMissing);
  const note = missing.length > 0 ? t('editor.state.missing', { keys: missing.join(', ') }) : props.help;
  return (
    <TagsField
      {...boundTo(field, { ...props, help: note })}
      disableCloseOnSelect
      suggestions={found.keys}
      maxTags={maxItemsOf(schema)}
      value={keys}
      placeholder={keys.length === 0 ? t('editor.state.choose') : ''}
      filterOptions={(all, { inputValue }) => all.filter((key) => found.fits(key, inputValue))}
      onChange={field.setValue}
      renderValue={(shown, getItemProps) =>
        shown.map((key, index) => {
          const { key: place, ...item } = getItemProps({ index });
          return (
            <Chip
              key={place}
              label={found.find(key)?.title ?? key}
              {...(found.isMissing(key) ? missingLook : {})}
              {...item}
            />
          );
        })
      }
      renderItem={(key) => <StateOption state={found.find(key)} stateKey={key} />}
    />
  );
}
