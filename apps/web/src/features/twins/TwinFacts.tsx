import { Box } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Tags } from '../../ui/status/Tags.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { type Fact, Facts } from '../../ui/surface/Facts.tsx';
import { Age } from '../../ui/value/Age.tsx';

const coordinateDigits = { minimum: 5, maximum: 5 };

/** The facts of a twin; what is not known is left out, but for the most asked ones. */
export function TwinFacts({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { latitude, longitude } = twin;
  const place =
    latitude === null || longitude === null
      ? null
      : `${formats.number(latitude, coordinateDigits)} / ${formats.number(longitude, coordinateDigits)}`;
  const facts: (Fact | false)[] = [
    { label: t('column.type'), value: t(`type.${twin.type}`) },
    { label: t('column.account'), value: twin.tenantName },
    { label: t('field.address'), value: twin.address },
    place !== null && { label: t('field.coordinates'), value: place },
    twin.floorNumber !== null && { label: t('field.floorNumber'), value: formats.number(twin.floorNumber) },
    twin.room !== '' && { label: t('field.room'), value: twin.room },
    twin.tags.length > 0 && { label: t('column.tags'), value: <Tags tags={twin.tags} /> },
    { label: t('column.states'), value: formats.number(twin.stateCount) },
    { label: t('column.createdAt'), value: formats.dateTime(twin.createdAt) },
    { label: t('column.updatedAt'), value: <Age at={twin.updatedAt} /> },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}

/** What somebody wrote down about a twin; the names are theirs. */
export function TwinProperties({ twin }: { twin: Pick<Twin, 'keyValue' | 'references'> }) {
  const { t } = useTranslation('twins');
  const { keyValue, references } = twin;
  if (keyValue.length + references.length === 0) return null;
  return (
    <Card title={t('facts.properties')}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {keyValue.length > 0 && <Facts facts={keyValue.map(({ key, value }) => ({ label: key, value }))} />}
        {references.length > 0 && (
          <Facts facts={references.map(({ name, value }) => ({ label: t('facts.reference', { name }), value }))} />
        )}
      </Box>
    </Card>
  );
}
