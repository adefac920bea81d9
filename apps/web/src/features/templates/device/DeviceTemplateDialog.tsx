import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { TemplateLinkPreview } from '@stellwerk/contract/device-template-calls';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AutocompleteField } from '../../../ui/form/AutocompleteField.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { useTemplateOfDevice } from '../../devices/index.ts';
import type { TwinContext } from '../../twins/index.ts';
import { templatePath } from '../paths.ts';
import { useLinkPreview, useMatchingTemplates, useTemplateActions } from '../template.queries.ts';
import { MakeTemplateDialog } from './MakeTemplateDialog.tsx';

type DialogProps = TwinContext & { onClose: () => void };

/** The effect of linking: the states that the device would lose, with their values. */
export function LinkEffect({ preview }: { preview: TemplateLinkPreview }) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  if (preview.error) return <Alert severity="error">{preview.error.message}</Alert>;
  if (preview.lostStates.length === 0) return <Alert severity="success">{t('device.losesNothing')}</Alert>;
  return (
    <Alert severity="warning">
      {t('device.loses', { count: preview.lostStates.length })}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {preview.lostStates.map(({ key, title, values }) => (
          <li key={key}>
            {`${title} (${key}): ${t('device.values', { count: values, shown: formats.number(values) })}`}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function Link({ device, onClose, onMake }: { device: Device; onClose: () => void; onMake: () => void }) {
  const { t } = useTranslation('templates');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ id: number; title: string } | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const templates = useMatchingTemplates(device.id, useDebouncedValue(text));
  const preview = useLinkPreview(device.id, chosen?.id);
  const { link } = useTemplateActions();
  const mayMake = useCan('DeviceTemplate.manage') && device.driver !== null;
  const run = async () => {
    if (!chosen) return;
    setBusy(true);
    try {
      await link({ id: chosen.id, ids: [device.id] });
      showToast({ message: t('device.linked', { title: chosen.title }) });
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('publish.failed'));
    } finally {
      setBusy(false);
    }
  };
  const isPossible = preview.data !== undefined && preview.data.error === null;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('device.linkText')}</Typography>
        <AutocompleteField
          label={t('device.template')}
          options={templates.data ?? []}
          loading={templates.isPending}
          value={chosen}
          inputValue={text}
          onInputChange={(_, next) => setText(next)}
          onChange={(_, next) => setChosen(next)}
          getOptionLabel={({ title }) => title}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          noOptionsText={t('device.noMatch')}
        />
        {preview.data && <LinkEffect preview={preview.data} />}
        {preview.error && <Alert severity="error">{failureOf(preview.error).message}</Alert>}
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        {mayMake && (
          <Button onClick={onMake} sx={{ mr: 'auto' }}>
            {t('device.make')}
          </Button>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="contained" loading={isBusy} disabled={!isPossible} onClick={() => void run()}>
          {t('device.link')}
        </Button>
      </DialogActions>
    </>
  );
}

function Unlink({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const { data } = useTemplateOfDevice(device.id);
  const { unlink } = useTemplateActions();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!data) return null;
  const { template, abilities } = data;
  const run = async () => {
    setBusy(true);
    try {
      await unlink(device.id);
      showToast({ message: t('device.unlinked', { title: template.title }) });
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('publish.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <Typography color="textSecondary">{t('device.isLinked')}</Typography>
          {abilities.open ? (
            <InternalLink to={templatePath(template.id)}>{template.title}</InternalLink>
          ) : (
            <Typography>{template.title}</Typography>
          )}
        </Box>
        <Typography color="textSecondary">{t('device.unlinkText')}</Typography>
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          color="error"
          loading={isBusy}
          disabled={!abilities.unlink}
          onClick={() => void run()}
        >
          {t('device.unlink')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Links a device to a template after showing the effect, or unlinks it. */
export function DeviceTemplateDialog(props: DialogProps) {
  const { t } = useTranslation('templates');
  const titleId = useId();
  const [isMaking, setMaking] = useState(false);
  const { data, isPending, error } = useTemplateOfDevice(props.twin.id);
  if (props.kind !== 'device') return null;
  const { twin: device, onClose } = props;
  if (isMaking) return <MakeTemplateDialog device={device} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('device.title')}</DialogTitle>
      {isPending && (
        <DialogContent>
          <Skeletons shape="lines" />
        </DialogContent>
      )}
      {error && (
        <DialogContent>
          <Alert severity="error">{failureOf(error).message}</Alert>
        </DialogContent>
      )}
      {data === null && <Link device={device} onClose={onClose} onMake={() => setMaking(true)} />}
      {data && <Unlink device={device} onClose={onClose} />}
    </Dialog>
  );
}
