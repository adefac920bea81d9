import { Alert, Box, Button, Typography } from '@mui/material';
import type { ErrorBody } from '@stellwerk/contract/core/envelope';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/download.ts';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import type { ReadResponse } from '../api.queries.ts';
import { PlainText } from './PlainText.tsx';
import { relevantHeaders, shownLength } from './response-text.ts';

function Failure({ error }: { error: ErrorBody }) {
  return (
    <Alert severity="error">
      <strong>{error.code}</strong>: {error.message}
      {error.issues.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {withUniqueKeys(error.issues, ({ path, code }) => `${path} ${code}`).map(({ key, item }) => (
            <li key={key}>
              <code>{item.path || '/'}</code>: {item.message}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** Status, duration, relevant headers, and the body. */
export function ResponseView({ answer, path }: { answer: ReadResponse; path: string }) {
  const { t } = useTranslation('api-page');
  const formats = useFormats();
  const { status, durationMs, headers, body, shown } = answer;
  const save = () => saveFile(body, `${path.split('/').filter(Boolean).at(-1)?.replace(/\W/g, '') || 'answer'}`);
  const told = relevantHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [{ label: name, value }];
  });
  const judged = status === 0 ? 'info' : status < 400 ? 'ok' : 'error';
  return (
    <Box component="section" aria-label={t('try.answer')} sx={{ mt: 2.5, display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <StatusChip status={judged} label={status === 0 ? t('try.redirect') : String(status)} />
        <Typography variant="body2" color="textSecondary">
          {t('try.took', { duration: formats.number(Math.round(durationMs)), size: formats.bytes(body.size) })}
        </Typography>
        {body.size > 0 && (
          <Button size="small" startIcon={<Download aria-hidden />} onClick={save}>
            {t('try.download')}
          </Button>
        )}
      </Box>
      {shown?.error && <Failure error={shown.error} />}
      <Facts facts={told} />
      {shown && shown.text !== '' && <PlainText text={shown.text} label={t('try.answerBody')} />}
      {shown?.isCut && (
        <Typography variant="body2" color="textSecondary">
          {t('try.cut', { count: shownLength })}
        </Typography>
      )}
      {!shown && (
        <Typography variant="body2" color="textSecondary">
          {t('try.binary')}
        </Typography>
      )}
    </Box>
  );
}
