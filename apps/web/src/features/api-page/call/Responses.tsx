import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/surface/Card.tsx';
import { Collapsible } from '../../../ui/surface/Collapsible.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useErrorTexts } from '../api.queries.ts';
import type { ApiCall, ApiResponse } from '../document/calls.ts';
import type { SharedSchemas } from '../document/json-schema.ts';
import { SchemaTree } from './SchemaTree.tsx';

const code = { fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' } as const;

function AnswerHead({ status, mediaType }: ApiResponse) {
  const { t } = useTranslation('api-page');
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
      <strong>{status}</strong>
      <Box component="span" sx={{ ...code, color: 'text.secondary' }}>
        {mediaType ?? t('answers.empty')}
      </Box>
    </Box>
  );
}

/** The response, and error codes with their texts. */
export function Responses({ call, shared }: { call: ApiCall; shared: SharedSchemas }) {
  const { t } = useTranslation('api-page');
  const texts = useErrorTexts();
  return (
    <Card title={t('answers.title')} padded={false}>
      {call.answers.map((answer) => (
        <Box key={answer.status} sx={{ borderTop: 1, borderColor: 'border.main' }}>
          {answer.schema ? (
            <Collapsible head={<AnswerHead {...answer} />}>
              <SchemaTree schema={answer.schema} shared={shared} label={String(answer.status)} />
            </Collapsible>
          ) : (
            <Box sx={{ px: 1.5, py: 1 }}>
              <AnswerHead {...answer} />
            </Box>
          )}
        </Box>
      ))}
      {call.errors.map(({ status, codes }) => (
        <Box
          key={status}
          sx={{ borderTop: 1, borderColor: 'border.main', px: 1.5, py: 1, display: 'flex', gap: 1.5, minWidth: 0 }}
        >
          <strong>{status}</strong>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75, minWidth: 0 }}>
            {codes.map((each) => (
              <div key={each}>
                <Box component="dt" sx={code}>
                  {each}
                </Box>
                <Box component="dd" sx={{ m: 0, typography: 'body2', color: 'text.secondary' }}>
                  {texts.get(each) ?? ''}
                </Box>
              </div>
            ))}
          </Box>
        </Box>
      ))}
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ borderTop: 1, borderColor: 'border.main', px: 1.5, py: 1 }}
      >
        {t('answers.always')}
      </Typography>
    </Card>
  );
}
