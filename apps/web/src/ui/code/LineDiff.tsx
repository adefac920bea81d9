import { Box } from '@mui/material';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { monospaceFamily } from '../theme/tokens.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { type DiffGap, type DiffLine, lineDiff, withoutDistant } from './line-diff.ts';

const signs = { same: ' ', removed: '−', added: '+' } as const;
const backgrounds = { same: 'transparent', removed: 'error.soft', added: 'ok.soft' } as const;

function Line({ line, isCode }: { line: DiffLine | DiffGap; isCode: boolean }) {
  const { t } = useTranslation('ui');
  if (line.kind === 'gap') {
    return (
      <Box sx={{ gridColumn: '1 / -1', color: 'text.muted', bgcolor: 'background.raised', px: 1 }}>
        {t('diff.gap', { count: line.count })}
      </Box>
    );
  }
  const cell = { bgcolor: backgrounds[line.kind], px: 0.75 };
  const number = { ...cell, color: 'text.muted', textAlign: 'right', userSelect: 'none' };
  return (
    <Fragment>
      <Box aria-hidden sx={number}>
        {isCode && line.before}
      </Box>
      <Box aria-hidden sx={number}>
        {isCode && line.after}
      </Box>
      <Box sx={{ ...cell, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <span aria-hidden>{`${signs[line.kind]} `}</span>
        {line.kind !== 'same' && (
          <Box component="span" sx={visuallyHidden}>
            {t(`diff.${line.kind}`)}
          </Box>
        )}
        {line.text}
      </Box>
    </Fragment>
  );
}

export interface LineDiffProps {
  before: readonly string[];
  after: readonly string[];
  /** Sentences have no numbers and no fixed width. */
  isCode?: boolean;
}

/** The changes from one text to another, line by line. */
export function LineDiff({ before, after, isCode = true }: LineDiffProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'auto auto minmax(0, 1fr)',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 0.75,
        overflow: 'hidden',
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        ...(isCode ? { fontFamily: monospaceFamily } : {}),
      }}
    >
      {withUniqueKeys(withoutDistant(lineDiff(before, after)), (line) => JSON.stringify(line)).map(
        ({ key, item: line }) => (
          <Line key={key} line={line} isCode={isCode} />
        ),
      )}
    </Box>
  );
}
