import type { ConnectorCapabilities } from '@stellwerk/contract/connector';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { useTwin } from '../../twins/index.ts';
import { useConnectorsOf } from '../connector.queries.ts';

export interface ConnectorInputProps {
  name: string;
  label: string;
  help?: string;
  twinId: number;
  capability: keyof ConnectorCapabilities;
  emptyText?: string | undefined;
}

/** The connectors of the twin's account and of the accounts above that can do this. */
export function ConnectorInput({ name, twinId, capability, ...look }: ConnectorInputProps) {
  const { t } = useTranslation('states');
  const chosen: unknown = useWatch({ name });
  const { data: twin } = useTwin(twinId);
  const { data } = useConnectorsOf(twin?.tenantId);
  const offered = (data ?? [])
    .filter(({ capabilities }) => capabilities[capability])
    .map(({ id, name: label }) => ({ value: id, label }));
  // A connector that the viewer does not see stays chosen.
  const isHidden = typeof chosen === 'number' && data !== undefined && !offered.some(({ value }) => value === chosen);
  const options = isHidden ? [...offered, { value: chosen, label: t('field.hiddenConnector') }] : offered;
  const help = data && offered.length === 0 ? t('field.noConnector') : look.help;
  return <SelectInput {...look} help={help} name={name} options={options} required />;
}
