import { Box, Typography } from '@mui/material';
import { idFormats, mappingLimits, payloadFormats, timeFormats, valueFormats } from '@stellwerk/contract/field-mapping';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { FieldRow } from './FieldRow.tsx';
import { isMetaFull, type MappingDraft, withoutItems } from './mapping-draft.ts';

interface MappingFieldsProps {
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
}

/** The complaint about one field of the mapping. */
type ErrorOf = (name: string) => string | undefined;

interface FormatFieldProps<F extends string> {
  /** Of which field, for screen readers. */
  title: string;
  value: F;
  formats: readonly F[];
  textOf: (format: F) => string;
  onChange: (format: F) => void;
}

function FormatField<F extends string>({ title, value, formats, textOf, onChange }: FormatFieldProps<F>) {
  const { t } = useTranslation('connectors');
  return (
    <SelectField
      label={t('mapping.formatOf', { name: title })}
      hideLabel
      value={value}
      options={formats.map((format) => ({ value: format, label: textOf(format) }))}
      onChange={onChange}
    />
  );
}

function MetaRows({ draft, onChange, errorOf }: MappingFieldsProps & { errorOf: ErrorOf }) {
  const { t } = useTranslation('connectors');
  const { meta } = draft;
  const change = (at: number, next: (typeof meta)[number] | undefined) =>
    onChange({ ...draft, meta: meta.flatMap((field, index) => (index === at ? (next ?? []) : field)) });
  return meta.map((field, index) => (
    <FieldRow
      // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed.
      key={index}
      title={t('mapping.use.meta')}
      field={field}
      empty=""
      onRemove={() => change(index, undefined)}
    >
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <TextField
          label={t('mapping.metaName')}
          hideLabel
          isCode
          value={field.name}
          maxLength={mappingLimits.metaName}
          error={errorOf(`meta.${index}.name`)}
          onChange={(name) => change(index, { ...field, name })}
        />
        <FormatField
          title={field.name}
          value={field.format}
          formats={valueFormats}
          textOf={(format) => t(`mapping.valueFormat.${format}`)}
          onChange={(format) => change(index, { ...field, format })}
        />
      </Box>
    </FieldRow>
  ));
}

/** What the platform needs of a message, and where this connector finds it. */
export function MappingFields({ draft, onChange }: MappingFieldsProps) {
  const { t } = useTranslation('connectors');
  const { getFieldState, formState } = useFormContext();
  const errorOf: ErrorOf = (name) => getFieldState(`mutator.mapping.${name}`, formState).error?.message;
  const { id, payload, port, time, only, items } = draft;
  const title = (use: 'id' | 'payload' | 'port' | 'time' | 'only' | 'items') => t(`mapping.use.${use}`);
  const { id: _id, ...withoutId } = draft;
  const { payload: _payload, ...withoutPayload } = draft;
  return (
    <Box
      component="ul"
      aria-label={t('mapping.fields')}
      sx={{ m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'border.main' } }}
    >
      <FieldRow
        title={title('id')}
        field={id}
        empty={t('mapping.choose')}
        error={errorOf('id')}
        onRemove={() => onChange(withoutId)}
      >
        {id && (
          <FormatField
            title={title('id')}
            value={id.format}
            formats={idFormats}
            textOf={(format) => t(`mapping.idFormat.${format}`)}
            onChange={(format) => onChange({ ...draft, id: { ...id, format } })}
          />
        )}
      </FieldRow>
      <FieldRow
        title={title('payload')}
        field={payload}
        empty={t('mapping.choose')}
        error={errorOf('payload')}
        onRemove={() => onChange(withoutPayload)}
      >
        {payload && (
          <FormatField
            title={title('payload')}
            value={payload.format}
            formats={payloadFormats}
            textOf={(format) => t(`mapping.payloadFormat.${format}`)}
            onChange={(format) => onChange({ ...draft, payload: { ...payload, format } })}
          />
        )}
      </FieldRow>
      <FieldRow
        title={title('port')}
        field={port}
        empty={t('mapping.noPort')}
        onRemove={() => onChange({ ...draft, port: null })}
      />
      <FieldRow
        title={title('time')}
        field={time}
        empty={t('mapping.noTime')}
        onRemove={() => onChange({ ...draft, time: null })}
      >
        {time && (
          <FormatField
            title={title('time')}
            value={time.format}
            formats={timeFormats}
            textOf={(format) => t(`mapping.timeFormat.${format}`)}
            onChange={(format) => onChange({ ...draft, time: { ...time, format } })}
          />
        )}
      </FieldRow>
      <MetaRows draft={draft} onChange={onChange} errorOf={errorOf} />
      {isMetaFull(draft) && (
        <Typography component="li" color="textSecondary" sx={{ py: 1 }}>
          {t('mapping.metaFull', { limit: mappingLimits.meta })}
        </Typography>
      )}
      {items && (
        <FieldRow
          title={title('items')}
          field={{ from: 'body', path: items }}
          empty=""
          onRemove={() => onChange(withoutItems(draft))}
        />
      )}
      <FieldRow
        title={title('only')}
        field={only}
        empty={t('mapping.noOnly')}
        onRemove={() => onChange({ ...draft, only: null })}
      >
        {only && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {only.equals === null ? t('mapping.exists') : t('mapping.equals', { value: only.equals })}
          </Typography>
        )}
      </FieldRow>
    </Box>
  );
}
