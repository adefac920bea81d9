import { Autocomplete, Box, FormControlLabel, IconButton, MenuItem, Switch, TextField, Tooltip } from '@mui/material';
import type { DriverDownlink } from '@stellwerk/contract/driver';
import { payloadEncodings } from '@stellwerk/contract/payload-encoding';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
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
  const isWrong = check.status === 'wrong';
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
      error={isWrong || isLarge}
      helperText={<span role="status">{text()}</span>}
      onChange={({ target }) => onChange({ payload: target.value })}
      autoComplete="off"
      slotProps={{
        htmlInput: { maxLength: 2_000, spellCheck: false, sx: { fontFamily: monospaceFamily } },
        formHelperText: { sx: { overflowWrap: 'anywhere' } },
      }}
    />
  );
}

/** One predefined downlink; its payload is checked while it is typed. */
export function DownlinkCard(props: DownlinkCardProps) {
  const { downlink, index, isRepeated, onChange, onRemove } = props;
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const nameProblem = isRepeated ? t('downlinks.repeated') : issueAt(`downlinks.${index}.name`);
  const portProblem = issueAt(`downlinks.${index}.port`);
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
            error={nameProblem !== undefined}
            helperText={nameProblem}
            onChange={({ target }) => onChange({ name: target.value })}
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <TextField
            label={t('downlinks.port')}
            type="number"
            value={Number.isNaN(downlink.port) ? '' : downlink.port}
            disabled={!mayEdit}
            error={portProblem !== undefined}
            helperText={portProblem ?? t('downlinks.portHelp')}
            onChange={({ target }) => onChange({ port: target.value === '' ? Number.NaN : Number(target.value) })}
            slotProps={{ htmlInput: { min: 1, max: 223 } }}
          />
          <TextField
            select
            label={t('downlinks.encoding')}
            value={downlink.encoding}
            disabled={!mayEdit}
            onChange={({ target }) =>
              onChange({ encoding: payloadEncodings.find((name) => name === target.value) ?? downlink.encoding })
            }
          >
            {payloadEncodings.map((name) => (
              <MenuItem key={name} value={name}>
                {t(`encoding.${name}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        <PayloadField {...props} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' }, alignItems: 'center' }}>
          <Autocomplete
            multiple
            freeSolo
            options={[]}
            value={downlink.gatewayIds}
            disabled={!mayEdit}
            onChange={(_, next) => onChange({ gatewayIds: [...new Set(next.map((id) => id.trim()))] })}
            renderInput={(params) => (
              <TextField {...params} label={t('downlinks.gateways')} helperText={t('downlinks.gatewaysHelp')} />
            )}
          />
          <FormControlLabel
            label={t('downlinks.confirmed')}
            control={
              <Switch
                checked={downlink.confirmed}
                disabled={!mayEdit}
                onChange={(_, confirmed) => onChange({ confirmed })}
              />
            }
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
