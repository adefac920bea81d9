import { Box, Typography } from '@mui/material';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import type { Content } from '../draft/content.ts';
import { type DiffGap, type DiffLine, lineDiff, withoutDistant } from './line-diff.ts';
import { type VersionPart, versionParts, versionText } from './version-text.ts';

const signs = { same: ' ', removed: '−', added: '+' } as const;
const backgrounds = { same: 'transparent', removed: 'error.soft', added: 'ok.soft' } as const;

function Line({ line }: { line: DiffLine | DiffGap }) {
  const { t } = useTranslation('drivers');
  if (line.kind === 'gap') {
    return (
      <Box sx={{ gridColumn: '1 / -1', color: 'text.muted', bgcolor: 'background.raised', px: 1 }}>
        {t('versions.gap', { count: line.count })}
      </Box>
    );
  }
  const cell = { bgcolor: backgrounds[line.kind], px: 0.75 };
  const number = { ...cell, color: 'text.muted', textAlign: 'right', userSelect: 'none' };
  return (
    <Fragment>
      <Box aria-hidden sx={number}>
        {line.before}
      </Box>
      <Box aria-hidden sx={number}>
        {line.after}
      </Box>
      <Box sx={{ ...cell, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <span aria-hidden>{`${signs[line.kind]} `}</span>
        {line.kind !== 'same' && (
          <Box component="span" sx={visuallyHidden}>
            {t(`versions.${line.kind}`)}
          </Box>
        )}
        {line.text}
      </Box>
    </Fragment>
  );
}

function Part({ part, lines }: { part: VersionPart; lines: (DiffLine | DiffGap)[] }) {
  const { t } = useTranslation('drivers');
  return (
    <Box component="section" aria-label={t(`versions.part.${part}`)}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t(`versions.part.${part}`)}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto auto minmax(0, 1fr)',
          border: 1,
          borderColor: 'border.main',
          borderRadius: 0.75,
          overflow: 'hidden',
          fontFamily: monospaceFamily,
          fontSize: '0.8125rem',
          lineHeight: 1.5,
        }}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
          <Line key={index} line={line} />
        ))}
      </Box>
    </Box>
  );
}

/** What changed from one content to another, part by part. */
export function VersionDiff({ before, after }: { before: Content; after: Content }) {
  const { t } = useTranslation('drivers');
  const parts = useMemo(() => {
    const [was, is] = [versionText(before), versionText(after)];
    return versionParts.flatMap((part) => {
      const lines = lineDiff(was[part], is[part]);
      return lines.every(({ kind }) => kind === 'same') ? [] : [{ part, lines: withoutDistant(lines) }];
    });
  }, [before, after]);
  if (parts.length === 0) return <Typography color="textSecondary">{t('versions.noDifference')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {parts.map(({ part, lines }) => (
        <Part key={part} part={part} lines={lines} />
      ))}
    </Box>
  );
}
