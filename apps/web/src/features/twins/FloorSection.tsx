import { Alert, Box, Button, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { ImageInput } from './ImageInput.tsx';

const sides = ['north', 'east', 'south', 'west'] as const;
/** About thirty metres from the middle, to begin with. */
const halfLatitude = 0.00027;
const halfLongitude = 0.00042;

/** Where the plan of a floor lies on the map. */
function BoundsInput() {
  const { t } = useTranslation('twins');
  const { watch, setValue } = useFormContext();
  const bounds: unknown = watch('overlayBounds');
  const latitude: unknown = watch('latitude');
  const longitude: unknown = watch('longitude');
  const change = (next: unknown) => setValue('overlayBounds', next, { shouldDirty: true });
  if (!bounds) {
    const canPlace = typeof latitude === 'number' && typeof longitude === 'number';
    return (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        {!canPlace && <Alert severity="info">{t('floor.needsPlace')}</Alert>}
        <Button
          size="small"
          disabled={!canPlace}
          onClick={() =>
            canPlace &&
            change({
              north: latitude + halfLatitude,
              south: latitude - halfLatitude,
              east: longitude + halfLongitude,
              west: longitude - halfLongitude,
            })
          }
        >
          {t('floor.place')}
        </Button>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {t('floor.boundsHelp')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}>
        {sides.map((side) => (
          <NumberInput key={side} name={`overlayBounds.${side}`} label={t(`floor.${side}`)} required />
        ))}
      </Box>
      <Box>
        <Button size="small" onClick={() => change(null)}>
          {t('floor.unplace')}
        </Button>
      </Box>
    </Box>
  );
}

/** Where in a building. */
export function FloorFields() {
  const { t } = useTranslation('twins');
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <NumberInput name="floorNumber" label={t('field.floorNumber')} help={t('field.floorNumberHelp')} emptyAs="null" />
      <TextInput name="room" label={t('field.room')} maxLength={100} />
    </Box>
  );
}

/** Number of the floor and room; floors have a plan besides. */
export function FloorSection({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const isFloor = useFormContext().watch('type') === 'floor';
  return (
    <Card title={t('section.floor')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <FloorFields />
        {isFloor && (
          <>
            <ImageInput twin={twin} kind="overlay" />
            <BoundsInput />
          </>
        )}
      </Box>
    </Card>
  );
}
