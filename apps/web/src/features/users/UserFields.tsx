import { Box } from '@mui/material';
import { languages } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { PropertiesInput } from './PropertiesInput.tsx';

export interface UserFieldsProps {
  kind: 'person' | 'api';
  isNew?: boolean;
  disabled?: boolean;
}

const pair = { display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };

/** Name and contact of a user. */
export function UserFields({ kind, isNew = false, disabled = false }: UserFieldsProps) {
  const { t } = useTranslation(['users', 'app']);
  const isPerson = kind === 'person';
  return (
    <>
      {isPerson && (
        <Box sx={pair}>
          <TextInput
            name="firstName"
            label={t('field.firstName')}
            maxLength={100}
            disabled={disabled}
            autoFocus={isNew}
          />
          <TextInput name="lastName" label={t('field.lastName')} maxLength={100} disabled={disabled} />
        </Box>
      )}
      <Box sx={isPerson ? pair : {}}>
        {isPerson && <TextInput name="email" label={t('field.email')} type="email" required disabled={disabled} />}
        <TextInput
          name="username"
          label={t('field.username')}
          disabled={disabled}
          required={!isNew}
          {...(isNew ? { emptyAs: 'absent' as const, help: t('field.usernameHelp') } : {})}
        />
      </Box>
      {isPerson && (
        <Box sx={pair}>
          <SelectInput
            name="language"
            label={t('field.language')}
            emptyAs="null"
            disabled={disabled}
            info={t('field.languageInfo')}
            options={languages.map((value) => ({ value, label: t(`app:language.${value}`) }))}
          />
        </Box>
      )}
      <PropertiesInput name="properties" disabled={disabled} />
    </>
  );
}
