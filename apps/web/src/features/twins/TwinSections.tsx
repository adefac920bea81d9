import { Box } from '@mui/material';
import { type Twin, twinLimits, twinTypes } from '@stellwerk/contract/twin';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconInput } from '../../ui/form/IconInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { RowsInput } from './RowsInput.tsx';
import { twinIconOf, twinIcons } from './twin-icons.ts';
import { UserRelationsInput } from './UserRelationsInput.tsx';

/** The picture of a twin; without one it is that of its type. */
export function TwinIconInput() {
  const { t } = useTranslation('twins');
  const chosen: unknown = useFormContext().watch('type');
  const type = twinTypes.find((each) => each === chosen) ?? 'default';
  return (
    <IconInput
      name="icon"
      label={t('field.icon')}
      icons={twinIcons}
      labelOf={(icon) => t(`icon.${icon}`)}
      unset={{ icon: twinIconOf({ icon: '', type }), label: t('icon.byType') }}
    />
  );
}

/** What somebody writes down about a twin or a device, and the ids under which senders know it. */
export function PropertiesSection() {
  const { t } = useTranslation('twins');
  return (
    <Card title={t('section.properties')}>
      <Box sx={{ display: 'grid', gap: 4 }}>
        <RowsInput
          name="keyValue"
          label={t('property.title')}
          help={t('property.help')}
          columns={[
            { name: 'key', label: t('property.key'), required: true, maxLength: 100 },
            { name: 'value', label: t('property.value'), maxLength: 2000 },
          ]}
          addLabel={t('property.add')}
          maxRows={twinLimits.keyValues}
          complaint={t('property.double')}
        />
        <RowsInput
          name="references"
          label={t('reference.title')}
          help={t('reference.help')}
          columns={[
            { name: 'name', label: t('reference.name'), required: true, maxLength: 100 },
            { name: 'value', label: t('reference.value'), required: true, maxLength: 500 },
          ]}
          addLabel={t('reference.add')}
          maxRows={twinLimits.references}
          complaint={t('reference.double')}
        />
      </Box>
    </Card>
  );
}

/** Who can be reached on site, and who is responsible. */
export function PeopleSection({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  return (
    <>
      <Card title={t('section.contacts')}>
        <RowsInput
          name="contacts"
          label={t('contact.title')}
          help={t('contact.help')}
          columns={[
            { name: 'name', label: t('contact.name'), required: true, maxLength: 100 },
            { name: 'role', label: t('contact.role'), maxLength: 100 },
            { name: 'email', label: t('contact.email'), type: 'email', maxLength: 254 },
            { name: 'phone', label: t('contact.phone'), type: 'tel', maxLength: 50 },
          ]}
          addLabel={t('contact.add')}
          maxRows={twinLimits.contacts}
          complaint={t('contact.tooMany')}
        />
      </Card>
      <Card title={t('section.users')}>
        <UserRelationsInput twin={twin} />
      </Card>
    </>
  );
}
