import { useTranslation } from 'react-i18next';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/tree/ChoiceField.tsx';
import { PickDialog } from '../../ui/tree/PickDialog.tsx';
import { type PickedTwin, TwinPicker } from './TwinPicker.tsx';

export type NamedTwin = Pick<PickedTwin, 'id' | 'title'> & Partial<PickedTwin>;

export interface TwinFieldProps extends ChoiceFieldProps {
  value: NamedTwin | undefined;
  onChange: (twin: PickedTwin) => void;
  tenantId?: number | undefined;
  disabledIds?: readonly number[];
}

const noIds: readonly number[] = [];

/** A field that holds one twin and opens the tree to choose another. */
export function TwinField({ value, onChange, tenantId, disabledIds = noIds, ...field }: TwinFieldProps) {
  const { t } = useTranslation('twins');
  return (
    <ChoiceField
      {...field}
      shown={value?.title ?? ''}
      placeholder={t('picker.none')}
      openLabel={t('picker.open', { label: field.label })}
      dialog={(close) => (
        <PickDialog<PickedTwin>
          title={t('picker.title')}
          chooseLabel={t('picker.choose')}
          onChoose={onChange}
          onClose={close}
        >
          {(picked, pick) => (
            <TwinPicker
              label={t('picker.tree')}
              selected={[picked?.id ?? value?.id].filter((id) => id !== undefined)}
              onSelect={(_, twin) => pick(twin)}
              tenantId={tenantId}
              disabledIds={disabledIds}
            />
          )}
        </PickDialog>
      )}
    />
  );
}
