import { Box, Link, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MapView } from '../../ui/map/MapView.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { TwinChildren } from './TwinChildren.tsx';
import { TwinFacts, TwinProperties } from './TwinFacts.tsx';
import { TwinValues } from './TwinValues.tsx';
import { imageAddress } from './twin-file.queries.ts';

function SmallMap({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { id, title, status, latitude, longitude } = twin;
  const objects = useMemo(
    () => (latitude === null || longitude === null ? [] : [{ id, label: title, status, latitude, longitude }]),
    [id, title, status, latitude, longitude],
  );
  if (objects.length === 0) return null;
  return (
    <Card
      title={t('overview.place')}
      padded={false}
      action={<InternalLink to={`/digitaltwin-mgmt/map/twin/${id}`}>{t('overview.openMap')}</InternalLink>}
    >
      <MapView label={t('overview.mapOf', { title })} objects={objects} height={28} />
    </Card>
  );
}

function Contacts({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  if (twin.contacts.length === 0) return null;
  return (
    <Card title={t('section.contacts')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {twin.contacts.map(({ name, role, email, phone }) => (
          <Box component="li" key={`${name} ${email} ${phone}`} sx={{ overflowWrap: 'anywhere' }}>
            <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
            {role && <Typography color="textSecondary">{role}</Typography>}
            {email && (
              <Typography>
                <Link href={`mailto:${email}`}>{email}</Link>
              </Typography>
            )}
            {phone && (
              <Typography>
                <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</Link>
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function Responsible({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  if (twin.userRelations.length === 0) return null;
  return (
    <Card title={t('section.users')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {twin.userRelations.map(({ userId, name, responsibility }) => (
          <li key={`${userId} ${responsibility}`}>
            <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
            <Typography color="textSecondary">{t(`responsibility.${responsibility}`)}</Typography>
          </li>
        ))}
      </Box>
    </Card>
  );
}

/** What there is to see of a twin: its values, what lies below, and the facts at the side. */
export function TwinOverview({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        {twin.description && (
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '48rem' }}>
            {twin.description}
          </Typography>
        )}
        {twin.backgroundImage && (
          <Box
            component="img"
            src={imageAddress(twin.id, 'background', twin.backgroundImage.id)}
            alt={t('image.alt', { kind: t('image.background'), title: twin.title })}
            sx={{
              width: '100%',
              maxHeight: '16rem',
              objectFit: 'cover',
              borderRadius: 1,
              border: 1,
              borderColor: 'border.main',
            }}
          />
        )}
        <TwinValues twin={twin} />
        <TwinChildren twin={twin} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Card title={t('facts.title')}>
          <TwinFacts twin={twin} />
        </Card>
        <SmallMap twin={twin} />
        <TwinProperties twin={twin} />
        <Contacts twin={twin} />
        <Responsible twin={twin} />
      </Box>
    </Box>
  );
}
