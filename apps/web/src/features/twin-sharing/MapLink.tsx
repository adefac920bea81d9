import { Box } from '@mui/material';
import { mapStyles } from '@stellwerk/contract/twin-map';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/form/Form.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import type { MapParameters } from '../twin-map/index.ts';
import { LinkTexts } from './LinkTexts.tsx';
import { mapAddress, mapLinkOptions, plainMap } from './public-address.ts';

interface MapLinkProps {
  shareKey: string;
  twin: { id: number; title: string; type?: string };
}

const columns = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };

/** Values that the address cannot carry are left out until they are mended; the fields say what is wrong. */
function usable(values: Partial<MapParameters>): Partial<MapParameters> {
  const fields = mapLinkOptions.partial();
  return Object.assign(
    {},
    ...Object.entries(values).map(([name, value]) => fields.safeParse({ [name]: value }).data ?? {}),
  );
}

function Links({ shareKey, twin }: MapLinkProps) {
  const values: Partial<MapParameters> = useWatch();
  const shared = { origin: window.location.origin, key: shareKey, twinId: twin.id };
  return <LinkTexts address={mapAddress(shared, usable(values))} title={twin.title} />;
}

/** The address of a shared map with everything that it can say about how the map begins. */
export function MapLink({ shareKey, twin }: MapLinkProps) {
  const { t } = useTranslation(['twin-sharing', 'twin-map']);
  const styles = mapStyles.map((style, index) => ({ value: index + 1, label: t(`twin-map:style.${style}`) }));
  const markers = [1, 2].map((value) => ({ value, label: t(`twin-map:marker.${value}`) }));
  return (
    <Form schema={mapLinkOptions} defaultValues={plainMap} guarded={false} onSubmit={() => undefined}>
      <Box sx={columns}>
        <SelectInput name="mapstyle" label={t('map.mapstyle')} options={styles} />
        <SelectInput name="markerstyle" label={t('map.markerstyle')} options={markers} />
        <NumberInput name="zoom" label={t('map.zoom')} help={t('map.zoomHelp')} />
        <NumberInput name="clusterdistance" label={t('map.clusterdistance')} help={t('map.clusterdistanceHelp')} />
        <NumberInput name="pitch" label={t('map.pitch')} help={t('map.pitchHelp')} unit="°" />
        <NumberInput name="bearing" label={t('map.bearing')} help={t('map.bearingHelp')} unit="°" />
        <SwitchInput name="zoomlock" label={t('map.zoomlock')} help={t('map.zoomlockHelp')} />
        <SwitchInput name="hidebar" label={t('map.hidebar')} help={t('map.hidebarHelp')} />
        <SwitchInput
          name="indoor"
          label={t('map.indoor')}
          help={t(twin.type === 'floor' ? 'map.indoorHelp' : 'map.indoorFloorsOnly')}
          disabled={twin.type !== 'floor'}
        />
      </Box>
      <Links shareKey={shareKey} twin={twin} />
    </Form>
  );
}
