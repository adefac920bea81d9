import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import type { Limit } from '../document/describe.ts';

const shownValues = 24;

/** Our own texts, and texts of the API document. */
interface LimitText {
  words: string;
  codes: readonly string[];
}

function useLimitText() {
  const { t } = useTranslation('api-page');
  const formats = useFormats();
  return (limit: Limit): LimitText => {
    switch (limit.kind) {
      case 'pattern':
      case 'default':
      case 'noun':
        return { words: t(`limit.${limit.kind}`), codes: [limit.text] };
      case 'values': {
        const rest = limit.texts.length - shownValues;
        const codes = limit.texts.slice(0, shownValues);
        return { words: t('limit.values'), codes: rest > 0 ? [...codes, `+ ${rest}`] : codes };
      }
      default: {
        const { kind } = limit;
        const [from, to] = [limit.from, limit.to].map((end) => (end === undefined ? undefined : formats.number(end)));
        if (from === undefined) return { words: t(`limit.${kind}.to`, { to }), codes: [] };
        if (to === undefined) return { words: t(`limit.${kind}.from`, { from }), codes: [] };
        const words = from === to ? t(`limit.${kind}.exact`, { to }) : t(`limit.${kind}.both`, { from, to });
        return { words, codes: [] };
      }
    }
  };
}

/** The limits of a value in a line of small text. */
export function LimitTexts({ limits }: { limits: readonly Limit[] }) {
  const textOf = useLimitText();
  if (limits.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'caption', color: 'text.secondary' }}>
      {limits.map((limit) => {
        const { words, codes } = textOf(limit);
        return (
          <Box key={limit.kind} component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.75 }}>
            {words}
            {codes.map((code) => (
              <Box key={code} component="code" sx={{ fontFamily: monospaceFamily, overflowWrap: 'anywhere' }}>
                {code}
              </Box>
            ))}
          </Box>
        );
      })}
    </Box>
  );
}
