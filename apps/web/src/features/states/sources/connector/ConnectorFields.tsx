import { Box, Typography } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import { SuggestInput } from '../../../../ui/form/SuggestField.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import { Age } from '../../../../ui/value/Age.tsx';
import { useTwin } from '../../../twins/index.ts';
import { useNewestMessage } from '../../connector.queries.ts';
import { ConnectorInput } from '../../editor/ConnectorInput.tsx';
import { pair } from '../../editor/GeneralFields.tsx';
import { ValueText } from '../../values/ValueText.tsx';
import type { SourceFieldsProps } from '../define-source.ts';
import { variablesOf } from './message-variables.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

function NewestMessage({ message, variable }: { message: ReturnType<typeof useNewestMessage>; variable: string }) {
  const { t } = useTranslation('states');
  const { data, error, refetch } = message;
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data === null) {
    return (
      <Typography variant="body2" color="textSecondary" role="status">
        {t('source.connector.noMessage')}
      </Typography>
    );
  }
  const value = variablesOf(data.payload).get(variable);
  return (
    <Box role="group" aria-label={t('source.connector.newest')}>
      <Typography variant="body2" color="textSecondary">
        {t('source.connector.newest')} <Age at={data.receivedAt} />
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('source.connector.message')}
        sx={{
          m: 0,
          my: 1,
          p: 1.25,
          maxHeight: '14rem',
          overflow: 'auto',
          borderRadius: 0.75,
          bgcolor: 'background.raised',
          fontFamily: monospaceFamily,
          typography: 'caption',
        }}
      >
        {JSON.stringify(data.payload, null, 2)}
      </Box>
      <Typography component="div" variant="body2" role="status">
        {value === undefined ? (
          t('source.connector.noVariable')
        ) : (
          <>
            {t('source.connector.value')} <ValueText value={value} unit="" decimals={null} />
          </>
        )}
      </Typography>
    </Box>
  );
}

/** A plain twin selects messages by connector and identifier. */
function MessageFields({ twinId, state }: SourceFieldsProps) {
  const { t } = useTranslation('states');
  const connectorId: unknown = useWatch({ name: 'config.connectorId' });
  const typed: unknown = useWatch({ name: 'config.identifier' });
  const variable: unknown = useWatch({ name: 'config.variable' });
  const identifier = useDebouncedValue(textOf(typed)) ?? '';
  const message = useNewestMessage({
    twinId,
    connectorId: typeof connectorId === 'number' ? connectorId : undefined,
    identifier,
  });
  const wasUnnamed = state?.config.source === 'connector' && state.config.connectorId === undefined;
  const paths = message.data ? [...variablesOf(message.data.payload).keys()].filter((path) => path !== '') : [];
  return (
    <>
      <Box sx={pair}>
        <ConnectorInput
          name="config.connectorId"
          label={t('field.connector')}
          help={t('source.connector.connectorHelp')}
          twinId={twinId}
          capability="states"
          emptyText={wasUnnamed ? t('source.connector.any') : undefined}
        />
        <TextInput
          name="config.identifier"
          label={t('source.connector.identifier')}
          help={t('source.connector.identifierHelp')}
          maxLength={200}
          required
        />
        <SuggestInput
          name="config.variable"
          label={t('source.connector.variable')}
          help={t('source.connector.variableHelp')}
          suggestions={paths}
        />
      </Box>
      <NewestMessage message={message} variable={textOf(variable)} />
    </>
  );
}

/** A virtual device gets its own messages, parsed by its driver. */
function DeviceFields() {
  const { t } = useTranslation('states');
  return (
    <TextInput
      name="config.variable"
      label={t('source.connector.variable')}
      help={t('source.connector.deviceVariableHelp')}
      maxLength={200}
    />
  );
}

export function ConnectorFields(props: SourceFieldsProps) {
  const { data: twin } = useTwin(props.twinId);
  if (!twin) return null;
  return twin.category === 'virtualDevice' ? <DeviceFields /> : <MessageFields {...props} />;
}
