import { Box } from '@mui/material';
import { geofenceModes, ruleLimits } from '@stellwerk/contract/rule';
import { MapPin } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import type { RuleDraft } from '../rule-draft.ts';
import { DurationInput } from './DurationInput.tsx';
import { TriggerList } from './TriggerList.tsx';
import { ZoneMap } from './ZoneMap.tsx';
import { ZonePicker } from './ZonePicker.tsx';

function GeofenceRow({ index }: { index: number }) {
  const { t } = useTranslation('rules');
  const path = `geofenceTriggers.${index}` as const;
  const trigger = useWatch<RuleDraft, `geofenceTriggers.${number}`>({ name: path });
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <SelectInput
          name={`${path}.mode`}
          label={t('trigger.mode')}
          options={geofenceModes.map((value) => ({ value, label: t(`trigger.modes.${value}`) }))}
        />
        <ZonePicker name={`${path}.dtwinId`} />
        {trigger.mode.startsWith('proximity') && (
          <NumberInput name={`${path}.distanceMeters`} label={t('trigger.distance')} unit="m" required emptyAs="null" />
        )}
        {trigger.mode.startsWith('dwelltime') && (
          <DurationInput name={`${path}.durationHours`} label={t('trigger.stay')} emptyAs={null} />
        )}
      </Box>
      {trigger.dtwinId !== undefined && <ZoneMap zoneId={trigger.dtwinId} />}
    </>
  );
}

/** Zones that trigger the rule when the twin enters, leaves or stays. */
export function Geofences() {
  const { t } = useTranslation('rules');
  const { control } = useFormContext<RuleDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'geofenceTriggers' });
  return (
    <TriggerList
      icon={MapPin}
      title={t('trigger.geofences')}
      help={t('trigger.geofencesHelp')}
      addLabel={t('trigger.addGeofence')}
      rows={fields}
      max={ruleLimits.geofences}
      onAdd={() =>
        append(
          { dtwinId: undefined, mode: 'enter', distanceMeters: null, durationHours: null },
          { focusName: `geofenceTriggers.${fields.length}.dtwinId` },
        )
      }
      onRemove={remove}
      row={(index) => <GeofenceRow index={index} />}
    />
  );
}
