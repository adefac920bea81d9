import { Alert, Box, Button, Link } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../lib/abilities.ts';
import { useField } from '../../../../ui/form/form-context.ts';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { useNavigation } from '../../../../ui/navigation/use-navigation.ts';
import { TwinField } from '../../../twins/index.ts';
import { type CommandKind, useCommandConnectors, useMailServer } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';

interface TargetProps {
  /** Path of the command in the form. */
  path: string;
  kind: CommandKind;
}

/** The connector through which a command is sent. */
export function ConnectorChoice({ path, kind }: TargetProps) {
  const { t } = useTranslation('rules');
  const { twin, names, mayEdit } = useEditor();
  const { openTab } = useNavigation();
  const mayCreate = useCan('all.manage');
  const field = useField(`${path}.connectorId`);
  const isUsed = kind.connectorTypes.length > 0;
  const { data } = useCommandConnectors(twin.id, kind.type, isUsed && mayEdit);
  const mailServer = useMailServer(twin.id, kind.type === 'mail' && mayEdit);
  if (!isUsed) return null;
  const found = data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const chosen = typeof field.value === 'number' ? field.value : undefined;
  // Includes the current connector even if it may no longer be chosen or seen.
  const options =
    chosen === undefined || found.some(({ value }) => value === chosen)
      ? found
      : [
          ...found,
          { value: chosen, label: names.connectors.get(chosen) ?? t('command.hiddenConnector', { id: chosen }) },
        ];
  const isEmpty = data?.length === 0;
  return (
    <Box>
      <SelectInput
        name={`${path}.connectorId`}
        label={t('command.connector')}
        options={options}
        required={kind.isConnectorRequired}
        {...(kind.isConnectorRequired ? {} : { emptyAs: 'null' as const })}
        help={t(
          kind.isConnectorRequired
            ? isEmpty
              ? 'command.noConnector'
              : 'command.connectorHelp'
            : 'command.connectorOptional',
        )}
      />
      {kind.type === 'mail' && chosen === undefined && mailServer.data?.isConfigured === false && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('command.noMailServer')}
        </Alert>
      )}
      {mayEdit && mayCreate && (
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => openTab(`/connectors/create?kind=${encodeURIComponent(kind.connectorTypes[0] ?? '')}`)}
          sx={{ mt: 0.5 }}
        >
          {t('command.createConnector')}
        </Link>
      )}
    </Box>
  );
}

/** The twin or device that a command acts on; by default the rule's own. */
export function TwinChoice({ path, kind }: TargetProps) {
  const { t } = useTranslation('rules');
  const { twin, names, learn } = useEditor();
  const field = useField(`${path}.dtwinId`);
  if (kind.acts === 'none') return null;
  const chosen = typeof field.value === 'number' ? field.value : undefined;
  const isOwn = chosen === undefined;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TwinField
          label={t(kind.acts === 'device' ? 'command.device' : 'command.twin')}
          value={
            isOwn
              ? { id: twin.id, title: t('command.ownTwin', { title: twin.title }) }
              : { id: chosen, title: names.twins.get(chosen) ?? t('command.hiddenTwin', { id: chosen }) }
          }
          error={field.error}
          disabled={field.disabled}
          inputRef={field.ref}
          onChange={({ id, title }) => {
            learn({ twin: [id, title] });
            field.setValue(id === twin.id ? null : id);
          }}
        />
      </Box>
      {!isOwn && !field.disabled && (
        <Button variant="text" onClick={() => field.setValue(null)} sx={{ mt: 3 }}>
          {t('command.useOwn')}
        </Button>
      )}
    </Box>
  );
}
