import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { Cell, FieldChoice } from './FieldChoice.tsx';
import type { WidgetInputProps } from './input-props.ts';
import { RowsInput } from './RowsInput.tsx';

/** The attributes of each twin, in display order; columns also have a width. */
function AttributeRows({ hasWidth, ...props }: WidgetInputProps & { hasWidth: boolean }) {
  const { t } = useTranslation('dashboards');
  const widthColumns = (hasKey: boolean) => (hasWidth ? (hasKey ? 3 : 2) : 0);
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
              <Cell columns={(hasKey ? 12 : 7) - widthColumns(hasKey)}>
                <TextInput
                  name={`${path}.label`}
                  label={t('editor.attribute.label')}
                  placeholder={t('editor.attribute.usualLabel')}
                  maxLength={100}
                />
              </Cell>
              {hasWidth && (
                <Cell columns={widthColumns(hasKey)}>
                  <NumberInput name={`${path}.width`} label={t('editor.attribute.width')} />
                </Cell>
              )}
            </>
          )}
        </FieldChoice>
      )}
    </RowsInput>
  );
}

/** Columns of a table. */
export const AttributesInput = (props: WidgetInputProps) => <AttributeRows {...props} hasWidth />;

/** Lines of a popup, without a width. */
export const FactsInput = (props: WidgetInputProps) => <AttributeRows {...props} hasWidth={false} />;
