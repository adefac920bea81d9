import { Box, Link, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';

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

/** Whom to call and who is responsible, if anybody. */
export function TwinPeople({ twin }: { twin: Twin }) {
  return (
    <>
      <Contacts twin={twin} />
      <Responsible twin={twin} />
    </>
  );
}
