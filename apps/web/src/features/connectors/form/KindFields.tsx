import { Box } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import type { KindField } from '@stellwerk/plugin/connector-web';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OptionInput } from '../../../ui/form/OptionInput.tsx';
import { SecretInput } from '../../../ui/form/SecretInput.tsx';
import { choiceKey, schemaFields } from '../../../ui/form/schema-fields.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { connectorWebs } from '../kinds/all-kinds.ts';
import { useKindTexts } from '../kinds/use-kind-texts.ts';
import { type FormSection, sectionsOf } from './kind-sections.ts';

export interface KindFieldsProps {
  kind: ConnectorKind;
  /** Secrets that the server keeps already. */
  stored: readonly string[];
}

interface FieldRowProps extends KindFieldsProps {
  field: KindField;
}

function FieldRow({ kind, stored, field }: FieldRowProps) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const text = (part: string) => texts.find(kind.type, `field.${field.name}.${part}`);
  const words = {
    label: text('label'),
    help: text('help'),
    info: text('info'),
  };
  const secret = kind.secrets.find(({ name }) => name === field.name);
  if (secret) {
    return (
      <SecretInput
        name={`secrets.${secret.name}`}
        label={words.label ?? secret.name}
        {...(words.help ? { help: words.help } : secret.generated ? { help: t('form.generatedHelp') } : {})}
        {...(words.info ? { info: words.info } : {})}
        required={secret.required && !secret.generated}
        isStored={stored.includes(secret.name)}
        {...(field.rows ? { rows: field.rows } : {})}
      />
    );
  }
  const option = schemaFields(kind.optionsSchema).find(({ name }) => name === field.name);
  return option ? (
    <OptionInput
      option={option}
      field={field}
      words={words}
      choiceText={(value) => text(`value.${choiceKey(value)}`) ?? String(value)}
    />
  ) : null;
}

/** Only what matters for what is entered so far. */
function SectionCard({ section, ...props }: KindFieldsProps & { section: FormSection }) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const entered: unknown = useWatch({ name: 'options' });
  const options = typeof entered === 'object' && entered !== null ? { ...entered } : {};
  const shown = section.fields.filter(({ when }) => when?.(options) ?? true);
  if (shown.length === 0) return null;
  const title = section.id ? texts.find(props.kind.type, `section.${section.id}`) : undefined;
  return (
    <Card title={title ?? t('form.options')}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '44rem' }}>
        {shown.map((field) => (
          <FieldRow key={field.name} {...props} field={field} />
        ))}
      </Box>
    </Card>
  );
}

/** The settings of a kind: by its web half where it has one, and from its schema in any case. */
export function KindFields(props: KindFieldsProps) {
  const { kind } = props;
  const names = [...schemaFields(kind.optionsSchema), ...kind.secrets].map(({ name }) => name);
  return sectionsOf(connectorWebs.get(kind.type)?.sections ?? [], names).map((section) => (
    <SectionCard key={section.id ?? 'others'} {...props} section={section} />
  ));
}
