import { Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LineDiff } from '../../../ui/code/LineDiff.tsx';
import type { Content } from '../draft/content.ts';
import { type VersionPart, versionParts, versionText } from './version-text.ts';

interface PartProps {
  part: VersionPart;
  before: readonly string[];
  after: readonly string[];
}

function Part({ part, before, after }: PartProps) {
  const { t } = useTranslation('drivers');
  return (
    <Box component="section" aria-label={t(`versions.part.${part}`)}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t(`versions.part.${part}`)}
      </Typography>
      <LineDiff before={before} after={after} />
    </Box>
  );
}

/** What changed from one content to another, part by part. */
export function VersionDiff({ before, after }: { before: Content; after: Content }) {
  const { t } = useTranslation('drivers');
  const parts = useMemo(() => {
    const [was, is] = [versionText(before), versionText(after)];
    return versionParts
      .map((part) => ({ part, before: was[part], after: is[part] }))
      .filter((each) => each.before.join('\n') !== each.after.join('\n'));
  }, [before, after]);
  if (parts.length === 0) return <Typography color="textSecondary">{t('versions.noDifference')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {parts.map((part) => (
        <Part key={part.part} {...part} />
      ))}
    </Box>
  );
}
