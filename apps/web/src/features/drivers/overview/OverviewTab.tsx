import { Box, Button, Typography } from '@mui/material';
import { type Driver, technicalFields } from '@stellwerk/contract/driver';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { driverPath } from '../paths.ts';
import { DriverAttachments } from './DriverAttachments.tsx';
import { ImageCard } from './ImageCard.tsx';

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function Texts({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const { description, highlights, installationNotes } = driver;
  return (
    <>
      {description && (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '48rem' }}>
          {description}
        </Typography>
      )}
      {highlights && (
        <Card title={t('field.highlights')}>
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {linesOf(highlights).map((line) => (
              <li key={line}>{line.replace(/^\s*[-*•]\s*/, '')}</li>
            ))}
          </Box>
        </Card>
      )}
      {installationNotes && (
        <Card title={t('field.installationNotes')}>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{installationNotes}</Typography>
        </Card>
      )}
    </>
  );
}

function Technical({ driver, onEdit }: { driver: Driver; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('drivers');
  const known = technicalFields.flatMap((name) => {
    const value = driver.properties[name];
    return value ? [{ label: t(`technical.${name}`), value }] : [];
  });
  return (
    <Card title={t('overview.technical')}>
      {known.length > 0 ? (
        <Facts facts={known} />
      ) : (
        <EmptyState
          compact
          title={t('overview.noTechnical')}
          description={t('overview.noTechnicalText')}
          action={
            onEdit && (
              <Button startIcon={<Pencil aria-hidden />} onClick={onEdit}>
                {t('details.action')}
              </Button>
            )
          }
        />
      )}
    </Card>
  );
}

function Figures({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const newest = driver.versions.find(({ publishedAt }) => publishedAt !== null);
  return (
    <Card title={t('overview.facts')}>
      <Facts
        facts={[
          { label: t('column.account'), value: driver.accountName },
          { label: t('column.manufacturer'), value: driver.manufacturer },
          { label: t('column.visibility'), value: t(`visibility.${driver.visibility}`) },
          { label: t('column.parser'), value: t(`parserType.${driver.parserType}`) },
          {
            label: t('column.devices'),
            value: (
              <InternalLink to={driverPath(driver.id, 'devices')}>{formats.number(driver.deviceCount)}</InternalLink>
            ),
          },
          {
            label: t('overview.published'),
            value: newest?.publishedAt && (
              <>
                {t('version.short', { number: newest.number })}, <Age at={newest.publishedAt} />
              </>
            ),
          },
          { label: t('column.createdAt'), value: formats.dateTime(driver.createdAt) },
          { label: t('column.updatedAt'), value: <Age at={driver.updatedAt} /> },
        ]}
      />
    </Card>
  );
}

/** What somebody wants to know who holds the device in their hands. */
export function OverviewTab({ onEdit }: { onEdit: () => void }) {
  const { driver, mayEdit } = useDraft();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Texts driver={driver} />
        <Technical driver={driver} onEdit={mayEdit ? onEdit : undefined} />
        <DriverAttachments driver={driver} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <ImageCard driver={driver} />
        <Figures driver={driver} />
      </Box>
    </Box>
  );
}
