import { exportMailContents } from '@stellwerk/contract/data-export';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { useConnectorChoices } from '../../devices/index.ts';

const mailConnector = 'mail-outgoing';

export interface MailFieldsProps {
  tenantId: number | undefined;
  /** The address of the first recipient, such as the user's own. */
  suggestion: string | undefined;
  /** Schedules send through a connector; other exports can use the mail server of the account. */
  needsConnector?: boolean;
}

/** The optional mail of an export; the form's value is null without one. */
export function MailFields({ tenantId, suggestion, needsConnector = false }: MailFieldsProps) {
  const { t } = useTranslation('exports');
  const form = useFormContext();
  const mail: unknown = form.watch('mail');
  const connectors = useConnectorChoices(tenantId).data?.filter(({ type }) => type === mailConnector) ?? [];
  const isOn = typeof mail === 'object' && mail !== null;
  const set = (next: boolean) => {
    const value = { to: suggestion ? [suggestion] : [], content: 'link', connectorId: null };
    form.setValue('mail', next ? value : null, { shouldDirty: true });
  };
  return (
    <>
      <SwitchField label={t('mail.switch')} value={isOn} onChange={set} />
      {isOn && (
        <>
          <TagsInput name="mail.to" label={t('mail.to')} help={t('mail.toHelp')} maxTags={20} required />
          <SelectInput
            name="mail.content"
            label={t('mail.content')}
            options={exportMailContents.map((value) => ({
              value,
              label: t(`mail.contents.${value}.label`),
              detail: t(`mail.contents.${value}.detail`),
            }))}
          />
          <SelectInput
            name="mail.connectorId"
            label={t('mail.connector')}
            required={needsConnector}
            {...(needsConnector ? {} : { emptyAs: 'null' as const, emptyText: t('mail.accountServer') })}
            {...(needsConnector && connectors.length === 0 ? { help: t('mail.noConnector') } : {})}
            options={connectors.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
    </>
  );
}
