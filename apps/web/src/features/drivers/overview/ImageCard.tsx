import { Box, Button } from '@mui/material';
import type { Driver } from '@stellwerk/contract/driver';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { driverImageAddress, maxFileBytes, useDriverFileActions } from '../driver-file.queries.ts';

const accept = ['.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** The picture of the device, stored as soon as it is chosen. */
export function ImageCard({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const { setImage, removeImage } = useDriverFileActions(driver.id);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { image } = driver;
  if (!image && !driver.abilities.update) return null;

  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('image.failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card
      title={t('image.title')}
      action={
        image &&
        driver.abilities.update && (
          <Button size="small" disabled={isBusy} onClick={() => void run(() => removeImage())}>
            {t('image.remove')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {image && (
          <Box
            component="img"
            src={driverImageAddress(driver.id, image.id)}
            alt={t('image.alt', { title: driver.title })}
            sx={{ width: '100%', maxHeight: '16rem', objectFit: 'contain', borderRadius: 0.75 }}
          />
        )}
        {driver.abilities.update && (
          <FileDrop
            label={t(image ? 'image.replace' : 'image.drop')}
            files={[]}
            onChange={([file]) => file && void run(() => setImage(file))}
            accept={accept}
            maxSizeBytes={maxFileBytes}
            error={problem}
            disabled={isBusy}
          />
        )}
      </Box>
    </Card>
  );
}
