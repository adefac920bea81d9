import { Box, IconButton, Tooltip } from '@mui/material';
import type { DriverDownlink } from '@stellwerk/contract/driver';
import { payloadEncodings } from '@stellwerk/contract/payload-encoding';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TagsField } from '../../../ui/form/TagsField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { checkPayload, largestBytes } from './payload-check.ts';

interface DownlinkCardProps {
  downlink: DriverDownlink;
  index: number;
  isRepeated: boolean;
  onChange: (part: Partial<DriverDownlink>) => void;
  onRemove: () => void;
}

function PayloadField({ downlink, onChange }: DownlinkCardProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit } = useDraft();
  const { payload, encoding } = downlink;
  const check = checkPayload(payload, encoding);
  const isLarge = check.status === 'ok' && check.sizeBytes > largestBytes;
  const text = () => {
    if (check.status === 'wrong') return t(`downlinks.problem.${check.problem}`);
    if (isLarge) return t('downlinks.large', { count: check.sizeBytes, limit: largestBytes });
    return encoding === 'base16'
      ? t('downlinks.size', { count: check.sizeBytes })
      : t('downlinks.sizeHex', { count: check.sizeBytes, hex: check.hex });
  };
  return (
    <TextField
      label={t('downlinks.payload')}
      value={payload}
      disabled={!mayEdit}
      error={check.status === 'wrong' || isLarge}
      help={<span role="status">{text()}</span>}
      onChange={(next) => onChange({ payload: next })}
      maxLength={2_000}
      isCode
    />
  );
}

/** One predefined downlink; its payload is checked while it is typed. */
export function DownlinkCard(props: DownlinkCardProps) {
  const { downlink, index, isRepeated, onChange, onRemove } = props;
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const named = { name: downlink.name || String(index + 1) };
  return (
    <Box
      component="section"
      aria-label={t('downlinks.entry', named)}
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, p: 2, display: 'flex', gap: 1 }}
    >
      <Box sx={{ display: 'grid', gap: 2, flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' } }}>
          <TextField
            label={t('downlinks.name')}
            value={downlink.name}
            disabled={!mayEdit}
            required
            error={isRepeated ? t('downlinks.repeated') : issueAt(`downlinks.${index}.name`)}
            onChange={(name) => onChange({ name })}
            maxLength={100}
          />
          <NumberField
            label={t('downlinks.port')}
            value={downlink.port}
            disabled={!mayEdit}
            error={issueAt(`downlinks.${index}.port`)}
            help={t('downlinks.portHelp')}
            otherwise={() => Number.NaN}
            onChange={(port) => onChange({ port })}
          />
          <SelectField
            label={t('downlinks.encoding')}
            value={downlink.encoding}
            disabled={!mayEdit}
            options={payloadEncodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
            onChange={(encoding) => onChange({ encoding })}
          />
        </Box>
        <PayloadField {...props} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' }, alignItems: 'center' }}>
          <TagsField
            label={t('downlinks.gateways')}
            help={t('downlinks.gatewaysHelp')}
            value={downlink.gatewayIds}
            disabled={!mayEdit}
            onChange={(gatewayIds) => onChange({ gatewayIds })}
          />
          <SwitchField
            label={t('downlinks.confirmed')}
            value={downlink.confirmed}
            disabled={!mayEdit}
            onChange={(confirmed) => onChange({ confirmed })}
          />
        </Box>
      </Box>
      {mayEdit && (
        <Tooltip title={t('downlinks.remove')}>
          <IconButton
            aria-label={t('downlinks.removeNamed', named)}
            onClick={onRemove}
            sx={{ alignSelf: 'flex-start' }}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
