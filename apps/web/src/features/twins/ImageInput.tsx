import { Box, Button, Typography } from '@mui/material';
import { type Twin, twinLimits } from '@stellwerk/contract/twin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { type ImageKind, imageAddress, useImageActions } from './twin-file.queries.ts';

const accept = ['.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** A picture of a twin, stored as soon as it is chosen. */
export function ImageInput({ twin, kind }: { twin: Twin; kind: ImageKind }) {
  const { t } = useTranslation('twins');
  const { upload, remove } = useImageActions(twin.id);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const image = kind === 'background' ? twin.backgroundImage : twin.overlayImage;

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
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{t(`image.${kind}`)}</Typography>
      {image && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box
            component="img"
            src={imageAddress(twin.id, kind, image.id)}
            alt={t('image.alt', { kind: t(`image.${kind}`), title: twin.title })}
            sx={{
              maxWidth: '16rem',
              maxHeight: '10rem',
              objectFit: 'contain',
              border: 1,
              borderColor: 'border.main',
              borderRadius: 1,
            }}
          />
          <Button size="small" disabled={isBusy} onClick={() => void run(() => remove(kind))}>
            {t('image.remove')}
          </Button>
        </Box>
      )}
      <FileDrop
        label={t(image ? 'image.replace' : 'image.drop')}
        files={[]}
        onChange={([file]) => file && void run(() => upload({ kind, file }))}
        accept={accept}
        maxSizeBytes={twinLimits.imageBytes}
        error={problem}
        disabled={isBusy}
      />
    </Box>
  );
}
