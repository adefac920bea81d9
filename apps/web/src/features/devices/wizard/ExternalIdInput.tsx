import type { ConnectorKind } from '@stellwerk/contract/connector';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { euiOf } from './eui.ts';

/** The id of the object in the other system; where that is an EUI, it is checked while it is typed. */
export function ExternalIdInput({ kind }: { kind: ConnectorKind | undefined }) {
  const { t } = useTranslation('devices');
  const typed: unknown = useFormContext().watch('externalId');
  if (kind?.identifier !== 'eui64') {
    return (
      <TextInput
        name="externalId"
        label={t('column.externalId')}
        info={t('wizard.externalIdInfo')}
        help={t('wizard.externalIdHelp')}
        required
        maxLength={200}
      />
    );
  }
  const eui = euiOf(typeof typed === 'string' ? typed : '');
  const help =
    eui.status === 'ok' ? t('wizard.euiOk', { eui: eui.text }) : t(`wizard.eui.${eui.status}`, { count: eui.missing });
  return (
    <TextInput
      name="externalId"
      label={t('wizard.euiLabel')}
      info={t('wizard.euiInfo')}
      help={help}
      placeholder="70B3D5499A1F0C22"
      required
      maxLength={200}
    />
  );
}
