import { Box, Button } from '@mui/material';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { twinLimits } from '@stellwerk/contract/twin';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { groupImageAddress, useGroupFiles } from '../group.queries.ts';

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The image behind the tiles of the overview. */
export function BackgroundImage({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const { setImage, removeImage } = useGroupFiles(group.id);
  const [problem, setProblem] = useState<string>();
  const { backgroundImage: image, abilities } = group;
  if (!image && !abilities.update) return null;
  const attempt = (work: Promise<unknown>) => {
    setProblem(undefined);
    work.catch((error: unknown) => setProblem(failureOf(error).message ?? t('image.failed')));
  };
  return (
    <Box sx={{ mt: 2, maxWidth: '48rem' }}>
      <Card
        title={t('image.title')}
        action={
          image &&
          abilities.update && (
            <Button size="small" startIcon={<Trash2 aria-hidden />} onClick={() => attempt(removeImage(undefined))}>
              {t('image.remove')}
            </Button>
          )
        }
      >
        <Box sx={{ display: 'grid', gap: 2 }}>
          {image && (
            <Box
              component="img"
              src={groupImageAddress(group.id, image.id)}
              alt={t('image.alt', { title: group.title })}
              sx={{ maxWidth: 1, maxHeight: '20rem', objectFit: 'contain', borderRadius: 1 }}
            />
          )}
          {abilities.update && (
            <FileDrop
              label={t('image.drop')}
              files={[]}
              onChange={([file]) => file && attempt(setImage(file))}
              accept={imageTypes}
              maxSizeBytes={twinLimits.imageBytes}
              error={problem}
            />
          )}
        </Box>
      </Card>
    </Box>
  );
}
