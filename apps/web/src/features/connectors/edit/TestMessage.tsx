import { Alert, Box, Button, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSession } from '../../../lib/session.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { CopyText } from '../CopyText.tsx';
import { sampleMessageOf } from '../kinds/all-kinds.ts';
import { useSendMessage } from './delivery.queries.ts';

const anyJson = z.json();

/** Undefined while the text is no JSON. */
function readJson(text: string) {
  try {
    return anyJson.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Sends a message through the running connector, outside of any rule, and shows the response. */
export function TestMessage({ connector }: { connector: Connector }) {
  const { t } = useTranslation(['connectors', 'ui']);
  const session = useSession();
  const send = useSendMessage(connector.id);
  const sample = sampleMessageOf(connector.type, session?.user?.email) ?? {};
  const [text, setText] = useState(JSON.stringify(sample, null, 2));
  const command = readJson(text);
  return (
    <Card title={t('delivery.test')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <CodeEditor
          label={t('delivery.message')}
          language="json"
          rows={8}
          value={text}
          onChange={setText}
          {...(command === undefined ? { error: t('ui:form.notJson') } : {})}
        />
        <Box>
          <Button
            variant="outlined"
            startIcon={<Send aria-hidden />}
            loading={send.isPending}
            disabled={command === undefined || !connector.active}
            // A failure is shown below.
            onClick={() => command !== undefined && void send.mutateAsync(command).catch(() => undefined)}
          >
            {t('delivery.send')}
          </Button>
        </Box>
        <Box role="status" aria-label={t('delivery.answer')}>
          {send.error && <Alert severity="error">{failureOf(send.error).message ?? t('ui:error.unexpected')}</Alert>}
          {send.isSuccess && (
            <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <Alert severity="success">{t('delivery.sent')}</Alert>
              <CopyText text={JSON.stringify(send.data, null, 2)} label={t('delivery.copyAnswer')} />
            </Box>
          )}
          {send.isIdle && <Typography color="textSecondary">{t('delivery.hint')}</Typography>}
        </Box>
      </Box>
    </Card>
  );
}
