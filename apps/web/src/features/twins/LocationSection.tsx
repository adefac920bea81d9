import { Box, Button, FormHelperText } from '@mui/material';
import { geoPolygon } from '@stellwerk/contract/geo';
import { MapPinOff } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/form-context.ts';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { AreaEditor } from '../../ui/map/AreaEditor.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { AddressInput } from './AddressInput.tsx';

/** Coordinates that are typed stand for themselves: they no longer follow the address. */
function CoordinateInput({ name }: { name: 'latitude' | 'longitude' }) {
  const { t } = useTranslation('twins');
  const { setValue } = useFormContext();
  return (
    <Box onInput={() => setValue('isAddressLinked', false, { shouldDirty: true })}>
      <NumberInput name={name} label={t(`field.${name}`)} emptyAs="null" placeholder={t(`field.${name}Sample`)} />
    </Box>
  );
}

const isOnEarth = (latitude: unknown, longitude: unknown): boolean =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180;

/** Where the twin is: address, coordinates, marker and area. */
export function LocationSection({ title }: { title: string }) {
  const { t } = useTranslation('twins');
  const { setValue, watch } = useFormContext();
  const area = useField('geoPolygon');
  const [latitude, longitude]: unknown[] = watch(['latitude', 'longitude']);
  const place = isOnEarth(latitude, longitude) ? { latitude: Number(latitude), longitude: Number(longitude) } : null;
  const set = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: name !== 'isAddressLinked' });
    }
  };
  return (
    <Card title={t('section.location')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <AddressInput />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <CoordinateInput name="latitude" />
          <CoordinateInput name="longitude" />
        </Box>
        {place && (
          <Box>
            <Button
              size="small"
              startIcon={<MapPinOff aria-hidden />}
              onClick={() => set({ latitude: null, longitude: null, isAddressLinked: true })}
            >
              {t('location.clear')}
            </Button>
          </Box>
        )}
        <AreaEditor
          label={t('overview.mapOf', { title })}
          place={place}
          onPlace={(next) => set({ ...next, isAddressLinked: false })}
          area={geoPolygon.safeParse(area.value).data ?? null}
          onArea={area.setValue}
        />
        {area.error && (
          <FormHelperText error role="alert">
            {area.error}
          </FormHelperText>
        )}
      </Box>
    </Card>
  );
}
