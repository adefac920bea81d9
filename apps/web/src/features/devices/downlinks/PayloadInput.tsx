import { payloadEncodings } from '@stellwerk/contract/payload-encoding';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { checkPayload } from './payload-check.ts';

/** Content of a downlink; says while one types whether it is what its encoding promises, and how long it is. */
export function PayloadInput() {
  const { t } = useTranslation('devices');
  const { watch } = useFormContext();
  const [payload, chosen]: unknown[] = watch(['payload', 'encoding']);
  const encoding = payloadEncodings.find((each) => each === chosen) ?? 'base16';
  const check = checkPayload(typeof payload === 'string' ? payload.trim() : '', encoding);
  return (
    <>
      <SelectInput
        name="encoding"
        label={t('downlink.encoding')}
        required
        options={payloadEncodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
      />
      <TextInput
        name="payload"
        label={t('downlink.payload')}
        required
        maxLength={2_000}
        rows={2}
        placeholder={t(`downlink.sample.${encoding}`)}
        help={
          check.status === 'ok' ? t('downlink.bytes', { count: check.sizeBytes }) : t(`downlink.wrong.${check.problem}`)
        }
      />
    </>
  );
}
