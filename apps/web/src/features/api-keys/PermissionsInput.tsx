import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { AutocompleteField } from '../../ui/form/AutocompleteField.tsx';
import { boundTo, type FieldProps, useField } from '../../ui/form/form-context.ts';
import { usePermissionTexts } from '../acl/index.ts';

const noneHeld: readonly string[] = [];

/** Some of what the caller may do; nothing chosen means everything. */
export function PermissionsInput(props: FieldProps) {
  const { t } = useTranslation('api-keys');
  const texts = usePermissionTexts();
  const abilities = useSession()?.abilities ?? noneHeld;
  const field = useField(props.name, props.disabled);
  const chosen = Array.isArray(field.value) ? field.value.map(String) : [];
  return (
    <AutocompleteField
      {...boundTo(field, props)}
      multiple
      disableCloseOnSelect
      options={abilities}
      value={chosen}
      onChange={(_, next) => field.setValue(next.length > 0 ? next : null)}
      placeholder={chosen.length > 0 ? '' : t('permissions.all')}
      clearText={t('permissions.clear')}
      openText={t('permissions.open')}
      detailOf={texts.phrase}
    />
  );
}
