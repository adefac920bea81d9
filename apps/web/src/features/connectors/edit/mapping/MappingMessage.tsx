import { Alert, Box, Typography } from '@mui/material';
import { fieldMapping } from '@stellwerk/contract/field-mapping';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { CodeEditor } from '../../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../../ui/feedback/failure.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Card } from '../../../../ui/surface/Card.tsx';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import { MoreOfMessage } from '../MoreOfMessage.tsx';
import { MutatorResult } from '../MutatorResult.tsx';
import { readMessage, type TestMessage } from '../test-message.ts';
import { useMappingPreview, useTraffic } from '../traffic.queries.ts';
import { JsonFields } from './JsonFields.tsx';
import type { FieldUse, MappingDraft, PickedField } from './mapping-draft.ts';

interface MappingMessageProps {
  connectorId: number;
  message: TestMessage;
  onMessage: (message: TestMessage) => void;
  draft: MappingDraft;
  onAssign: (use: FieldUse, picked: PickedField) => void;
}

/** As many as fit a list that is read at a glance. */
const offeredMessages = 10;

/** Refused messages are kept as they came; those are what a mapping is made for. */
function LastMessages({ connectorId, onPick }: { connectorId: number; onPick: (body: string) => void }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { data } = useTraffic(connectorId, 'rejected', true);
  const [picked, setPicked] = useState<string>();
  const offered = (data ?? []).filter(({ content }) => typeof content === 'object').slice(0, offeredMessages);
  if (offered.length === 0) return <Typography color="textSecondary">{t('mapping.noMessages')}</Typography>;
  return (
    <SelectField
      label={t('mapping.lastMessages')}
      value={picked}
      emptyText={t('mapping.pick')}
      options={offered.map(({ id, receivedAt, reason }) => ({
        value: id,
        label: formats.exactTime(receivedAt),
        detail: reason?.message,
      }))}
      onChange={(id) => {
        setPicked(id);
        onPick(JSON.stringify(offered.find((each) => each.id === id)?.content ?? null, null, 2));
      }}
    />
  );
}

/** Follows every change, so that one sees at once what a click has done. */
function Preview({ draft, message }: { draft: MappingDraft; message: TestMessage }) {
  const { t } = useTranslation(['connectors', 'ui']);
  const mapping = fieldMapping.safeParse(draft);
  const read = readMessage(message);
  const input =
    mapping.success && read
      ? JSON.stringify({ mutator: { language: 'mapping', script: '', mapping: mapping.data }, message: read })
      : undefined;
  const { data, error } = useMappingPreview(useDebouncedValue(input, { delayMs: 250 }));
  return (
    <Box role="status" aria-label={t('tester.result')}>
      {!input && (
        <Typography color="textSecondary">
          {t(draft.id && draft.payload ? 'mapping.notValid' : 'mapping.incomplete')}
        </Typography>
      )}
      {input && error && <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>}
      {input && data && <MutatorResult result={data} />}
    </Box>
  );
}

/** A real message, whose fields are clicked, and what becomes of it. */
export function MappingMessage({ connectorId, message, onMessage, draft, onAssign }: MappingMessageProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const read = readMessage(message);
  const rest = read
    ? ([
        ['query', read.query],
        ['headers', read.headers],
      ] as const)
    : [];
  return (
    <Card title={t('mapping.message')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <LastMessages connectorId={connectorId} onPick={(body) => onMessage({ ...message, body })} />
        <CodeEditor
          label={t('mapping.paste')}
          language="json"
          rows={6}
          value={message.body}
          onChange={(body) => onMessage({ ...message, body })}
          {...(read ? {} : { error: t('ui:form.notJson') })}
        />
        <MoreOfMessage message={message} onChange={onMessage} />
        {read && (
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Typography variant="subtitle2" component="h3">
              {t('mapping.click')}
            </Typography>
            <JsonFields label={t('mapping.body')} from="body" value={read.body} draft={draft} onAssign={onAssign} />
            {read.topic && (
              <JsonFields
                label={t('tester.topic')}
                from="topic"
                value={read.topic.split('/')}
                draft={draft}
                onAssign={onAssign}
              />
            )}
            {rest.map(
              ([from, value]) =>
                value &&
                Object.keys(value).length > 0 && (
                  <JsonFields
                    key={from}
                    label={t(`tester.${from}`)}
                    from={from}
                    value={value}
                    draft={draft}
                    onAssign={onAssign}
                  />
                ),
            )}
          </Box>
        )}
        <Typography variant="subtitle2" component="h3">
          {t('mapping.result')}
        </Typography>
        <Preview draft={draft} message={message} />
      </Box>
    </Card>
  );
}
