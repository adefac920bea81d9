import { Alert, Box, Button, List, ListItemButton, ListItemText, Typography } from '@mui/material';
import type { FoundPlace } from '@stellwerk/contract/geo';
import { Link2, Link2Off, Search } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { shortestAddress } from './follow-address.ts';
import { useGeocode, useHasGeocoder } from './geocode.queries.ts';

/** Says whether the coordinates follow the address, or were set apart from it. */
function Coupling({ isLinked }: { isLinked: boolean }) {
  const { t } = useTranslation('twins');
  const Icon = isLinked ? Link2 : Link2Off;
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Icon size="1rem" aria-hidden />
      <Typography variant="body2">{t(isLinked ? 'location.linked' : 'location.unlinked')}</Typography>
    </Box>
  );
}

/** The address, and the way from it to coordinates where a service can be asked. */
export function AddressInput() {
  const { t } = useTranslation('twins');
  const { watch, setValue } = useFormContext();
  const address: unknown = watch('address');
  const isLinked = watch('isAddressLinked') === true;
  const hasGeocoder = useHasGeocoder();
  const { mutate, data, error, isPending, reset } = useGeocode();
  const text = typeof address === 'string' ? address.trim() : '';

  function take({ label, latitude, longitude }: FoundPlace) {
    const values = { address: label.slice(0, 300), latitude, longitude, isAddressLinked: true };
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
    reset();
  }

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-end' }}>
        <Box sx={{ flex: '1 1 18rem' }}>
          <TextInput name="address" label={t('field.address')} maxLength={300} placeholder={t('field.addressSample')} />
        </Box>
        {hasGeocoder && (
          <Button
            startIcon={<Search aria-hidden />}
            loading={isPending}
            disabled={text.length < shortestAddress}
            onClick={() => mutate(text)}
          >
            {t('location.find')}
          </Button>
        )}
      </Box>
      {error && <Alert severity="warning">{failureOf(error).message ?? t('location.findFailed')}</Alert>}
      {hasGeocoder === false && <Alert severity="info">{t('location.noService')}</Alert>}
      {data?.isAvailable && data.places.length === 0 && <Alert severity="info">{t('location.nothing')}</Alert>}
      {data && data.places.length > 0 && (
        <List
          dense
          aria-label={t('location.places')}
          sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, py: 0.5 }}
        >
          {data.places.map((place) => (
            <li key={`${place.label} ${place.latitude} ${place.longitude}`}>
              <ListItemButton onClick={() => take(place)}>
                <ListItemText primary={place.label} />
              </ListItemButton>
            </li>
          ))}
        </List>
      )}
      {/* Nothing follows where nobody can be asked. */}
      {(hasGeocoder !== false || !isLinked) && <Coupling isLinked={isLinked} />}
    </Box>
  );
}
