import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/surface/Card.tsx';
import type { DriverDialog } from '../DriverDialogs.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { InputCard } from './InputCard.tsx';
import { ParserEditor } from './ParserEditor.tsx';
import { ParserTools } from './ParserTools.tsx';
import { ResultCard } from './ResultCard.tsx';
import { TestsCard } from './TestsCard.tsx';
import { useWorkbench } from './use-workbench.ts';

/** Ctrl-Enter, or Cmd-Enter, from any field of the workbench; the editor has the same key itself. */
function useRunKey(run: () => void) {
  const known = useRef(run);
  useEffect(() => {
    known.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && event.key === 'Enter';
      if (!isKey || event.defaultPrevented) return;
      event.preventDefault();
      known.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The workbench: the parser on one side, a packet with what becomes of it on the other. */
export function ParserTab({ onAsk }: { onAsk: (dialog: DriverDialog) => void }) {
  const { t } = useTranslation('drivers');
  const { content } = useDraft();
  const bench = useWorkbench();
  useRunKey(bench.runNow);
  const isDeclarative = content.parser.type === 'single' || content.parser.type === 'multi';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: isDeclarative ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 11fr) minmax(0, 9fr)',
        },
      }}
    >
      {/* A script stays in sight while results and tests are read; a table of fields may be longer than the screen. */}
      <Box
        sx={{
          minWidth: 0,
          ...(isDeclarative ? {} : { position: { lg: 'sticky' }, top: (theme) => theme.spacing(2) }),
        }}
      >
        <Card title={t('parser.title')} action={<ParserTools onAsk={onAsk} />}>
          <ParserEditor bench={bench} />
        </Card>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <InputCard bench={bench} />
        <ResultCard bench={bench} />
        <TestsCard bench={bench} onAsk={onAsk} />
      </Box>
    </Box>
  );
}
