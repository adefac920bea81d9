import { Box, Button, Typography } from '@mui/material';
import { type Device, deviceFields } from '@stellwerk/contract/device';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { type Fact, Facts } from '../../../ui/surface/Facts.tsx';
import { useDeviceActions } from '../device.queries.ts';

const { name, value } = deviceFields.shape.targetReference.unwrap().shape;
/** Both or neither: a name without a value leads nowhere. */
const schema = z
  .object({ name: name.trim(), value: value.trim() })
  .refine((input) => input.name !== '' || input.value === '', { path: ['name'] })
  .refine((input) => input.value !== '' || input.name === '', { path: ['value'] });

function Clear() {
  const { t } = useTranslation('devices');
  const { setValue, watch } = useFormContext();
  const [first, second]: unknown[] = watch(['name', 'value']);
  if (!first && !second) return null;
  return (
    <Box>
      <Button
        size="small"
        onClick={() => {
          setValue('name', '', { shouldDirty: true });
          setValue('value', '', { shouldDirty: true });
        }}
      >
        {t('routing.clear')}
      </Button>
    </Box>
  );
}

/** To which twins the values of a device go besides. */
export function RoutingTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const { update } = useDeviceActions();
  const { targetReference } = device;
  const facts: Fact[] = [
    { label: t('routing.name'), value: targetReference?.name },
    { label: t('routing.value'), value: targetReference?.value },
  ];
  return (
    <Box sx={{ maxWidth: '44rem' }}>
      <Card title={t('routing.title')}>
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Typography color="textSecondary">{t('routing.description')}</Typography>
          {device.abilities.update ? (
            <Form
              schema={schema}
              defaultValues={{ name: targetReference?.name ?? '', value: targetReference?.value ?? '' }}
              onSubmit={async (input) => {
                await update({ id: device.id, targetReference: input.name === '' ? null : input });
                showToast({ message: t('routing.saved') });
              }}
            >
              <TextInput name="name" label={t('routing.name')} help={t('routing.nameHelp')} maxLength={100} />
              <TextInput name="value" label={t('routing.value')} maxLength={500} />
              <Clear />
              <FormActions needsChange />
            </Form>
          ) : (
            <Facts facts={facts} />
          )}
        </Box>
      </Card>
    </Box>
  );
}
