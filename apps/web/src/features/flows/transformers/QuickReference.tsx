import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { metaNames } from '../script-words.ts';

interface Entry {
  code: string;
  /** Key of its explanation. */
  text:
    | 'value'
    | 'meta'
    | 'object'
    | 'rename'
    | 'condition'
    | 'missing'
    | 'round'
    | 'join'
    | 'keyValue'
    | 'millis'
    | 'drop'
    | 'content'
    | 'log';
}

const entries: Record<'javascript' | 'jsonata', readonly Entry[]> = {
  jsonata: [
    { code: 'value', text: 'value' },
    { code: 'meta.dtwin_title', text: 'meta' },
    { code: '{ "temperature": value, "unit": meta.unit }', text: 'object' },
    { code: '{ meta.state_identifier: value }', text: 'rename' },
    { code: 'value > 30 ? "hot" : "fine"', text: 'condition' },
    { code: 'meta.geolocation ~> $exists', text: 'missing' },
    { code: '$round(value, 1)', text: 'round' },
    { code: '$join(meta.twin_tags, ",")', text: 'join' },
    { code: 'meta.twin_key_value.room', text: 'keyValue' },
    { code: '$toMillis(meta.timestamp)', text: 'millis' },
    { code: 'value > 0 ? { "v": value }', text: 'drop' },
  ],
  javascript: [
    { code: 'return value;', text: 'value' },
    { code: 'return meta.dtwin_title;', text: 'meta' },
    { code: 'return { temperature: value, unit: meta.unit };', text: 'object' },
    { code: 'return { [meta.state_identifier]: value };', text: 'rename' },
    { code: "return value > 30 ? 'hot' : 'fine';", text: 'condition' },
    { code: 'return Math.round(value * 10) / 10;', text: 'round' },
    { code: "return meta.twin_tags.join(',');", text: 'join' },
    { code: 'return meta.twin_key_value.room;', text: 'keyValue' },
    { code: 'return Date.parse(meta.timestamp);', text: 'millis' },
    { code: 'return null;', text: 'drop' },
    { code: 'return data;', text: 'content' },
    { code: 'console.log(meta);', text: 'log' },
  ],
};

/** What a script can use, with an example each. */
export function QuickReference({ language }: { language: 'javascript' | 'jsonata' }) {
  const { t } = useTranslation('flows');
  const code = { fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' };
  return (
    <Card title={t('reference.title')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {entries[language].map(({ code: example, text }) => (
          <Box key={text}>
            <Box component="dt" sx={code}>
              {example}
            </Box>
            <Box component="dd" sx={{ m: 0, typography: 'body2', color: 'text.secondary' }}>
              {t(`reference.${text}`)}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
        {t('reference.metadata')}
      </Typography>
      <Box component="p" sx={{ ...code, m: 0, color: 'text.secondary' }}>
        {metaNames.join(', ')}
      </Box>
    </Card>
  );
}
