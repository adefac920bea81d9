import { Typography } from '@mui/material';
import { CodeXml } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** The number of devices with the driver. */
function Body({ object, size }: TileBodyProps<'driver'>) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { id, deviceCount, manufacturer, publishedVersion } = object;
  const version = publishedVersion === null ? t('driver.draft') : t('driver.version', { number: publishedVersion });
  const devices = t('driver.devices', { count: deviceCount, number: formats.number(deviceCount) });
  const link = (
    <InternalLink to={`/virtual-devices?driver=${id}`} sx={{ position: 'relative', zIndex: 1 }}>
      {devices}
    </InternalLink>
  );
  if (size !== 'small') {
    return (
      <Facts
        facts={[
          { label: t('driver.inUse'), value: link },
          { label: t('driver.published'), value: version },
          { label: t('driver.manufacturer'), value: manufacturer },
        ]}
      />
    );
  }
  return (
    <>
      <Typography>{link}</Typography>
      <Typography variant="caption" color="textMuted" sx={{ mt: 'auto' }}>
        {version}
      </Typography>
    </>
  );
}

export const driverTile: TileKind<'driver'> = {
  type: 'driver',
  icon: CodeXml,
  sizes: ['small', 'medium'],
  pathOf: ({ id }) => `/virtual-device-drivers/${id}`,
  placeOf: ({ tenantName }) => tenantName,
  Body,
};
