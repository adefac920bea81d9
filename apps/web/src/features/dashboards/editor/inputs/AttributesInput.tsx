import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { Cell, FieldChoice } from './FieldChoice.tsx';
import type { WidgetInputProps } from './input-props.ts';
import { RowsInput } from './RowsInput.tsx';

/** What is shown of each twin, in this order. */
export function AttributesInput(props: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  return (
    <RowsInput
      {...props}
      sortable
      addLabel={t('editor.attribute.add')}
      emptyText={t('editor.attribute.none')}
      blank={() => ({ field: 'state', key: '', label: '', width: 2 })}
    >
      {(path) => (
        <FieldChoice path={path}>
          {(hasKey) => (
            <>
              <Cell columns={hasKey ? 9 : 5}>
                <TextInput
                  name={`${path}.label`}
                  label={t('editor.attribute.label')}
                  placeholder={t('editor.attribute.usualLabel')}
                  maxLength={100}
                />
              </Cell>
              <Cell columns={hasKey ? 3 : 2}>
                <NumberInput name={`${path}.width`} label={t('editor.attribute.width')} />
              </Cell>
            </>
          )}
        </FieldChoice>
      )}
    </RowsInput>
  );
}
