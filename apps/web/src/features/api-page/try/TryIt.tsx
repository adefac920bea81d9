import { Alert, Box, Button, Typography } from '@mui/material';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { useSend } from '../api.queries.ts';
import { type ApiCall, isSafe } from '../document/calls.ts';
import { exampleOf } from '../document/example.ts';
import type { JsonSchema, SharedSchemas } from '../document/json-schema.ts';
import { addressOf, missingIn } from '../document/request.ts';
import { CurlText } from './CurlText.tsx';
import { ParameterFields } from './ParameterFields.tsx';
import { ResponseView } from './ResponseView.tsx';

interface TryItProps {
  call: ApiCall;
  shared: SharedSchemas;
}

const exampleText = (schema: JsonSchema | undefined, shared: SharedSchemas) =>
  schema === undefined ? undefined : JSON.stringify(exampleOf(schema, shared), null, 2);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends the call with the user's own session. A call that changes data needs a confirmation. */
export function TryIt({ call, shared }: TryItProps) {
  const { t } = useTranslation('api-page');
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [body, setBody] = useState(() => exampleText(call.body, shared));
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const send = useSend();
  const address = addressOf(call, values);
  const missing = missingIn(call, values);
  const isBodyWrong = body !== undefined && !isJson(body);

  const perform = async () => {
    // An error is shown below, in place of the response.
    await send.mutateAsync({ method: call.method, address, body }).catch(() => undefined);
  };
  function submit() {
    setTried(true);
    if (missing.length > 0 || isBodyWrong) return;
    if (isSafe(call)) void perform();
    else setAsked(true);
  }

  return (
    <Card title={t('try.title')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        sx={{ display: 'grid', gap: 2, minWidth: 0 }}
      >
        {!isSafe(call) && (
          <Alert severity={call.method === 'DELETE' ? 'error' : 'warning'}>
            {t(call.method === 'DELETE' ? 'try.deletes' : 'try.changes')}
          </Alert>
        )}
        <ParameterFields
          parameters={call.parameters}
          shared={shared}
          values={values}
          missing={isTried ? missing : []}
          onChange={(name, value) => setValues(new Map(values).set(name, value))}
        />
        {body !== undefined && (
          <CodeEditor
            label={t('body')}
            language="json"
            value={body}
            onChange={setBody}
            onRun={submit}
            rows={20}
            help={t('try.bodyHelp')}
            {...(isTried && isBodyWrong ? { error: t('try.noJson') } : {})}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Button type="submit" variant="contained" startIcon={<Play aria-hidden />} loading={send.isPending}>
            {t('try.send')}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {t('try.session')}
          </Typography>
        </Box>
      </Box>
      {send.isError && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failureOf(send.error).message ?? t('try.failed')}
        </Alert>
      )}
      {send.data && <ResponseView answer={send.data} path={call.path} />}
      <CurlText method={call.method} address={address} body={body} />
      <ConfirmDialog
        open={isAsked}
        title={t('try.ask.title', { call: `${call.method} ${address}` })}
        description={t('try.ask.description')}
        confirmLabel={t('try.ask.confirm')}
        danger={call.method === 'DELETE'}
        onConfirm={perform}
        onClose={() => setAsked(false)}
      />
    </Card>
  );
}
