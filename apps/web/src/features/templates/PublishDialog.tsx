import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Collapsible } from '../../ui/surface/Collapsible.tsx';
import { ChangeList } from './changes/ChangeList.tsx';
import { EffectList } from './changes/EffectList.tsx';
import { useTemplateActions, useTemplateChanges } from './template.queries.ts';

interface PublishDialogProps {
  template: DeviceTemplate;
  onClose: () => void;
}

function Effects({ id }: { id: number }) {
  const { t } = useTranslation('templates');
  const { data, error } = useTemplateChanges(id);
  if (error) return <Alert severity="error">{failureOf(error).message}</Alert>;
  if (!data) return <Skeletons shape="lines" count={2} />;
  return (
    <>
      <Alert severity="info">{t('publish.devices', { count: data.deviceCount })}</Alert>
      <EffectList effects={data.effects} />
      <Collapsible head={t('publish.changes', { count: data.changes.length })}>
        <ChangeList changes={data.changes} names={data.names} />
      </Collapsible>
    </>
  );
}

/** Shows the effect, and publishes the draft for all devices or, as a trial, for some of them first. */
export function PublishDialog({ template, onClose }: PublishDialogProps) {
  const { t } = useTranslation('templates');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { publish } = useTemplateActions();
  const mayTry = template.productiveVersion !== null && template.hasUnsyncedChanges && template.deviceCount > 1;
  const [notes, setNotes] = useState('');
  const [isTrial, setTrial] = useState(false);
  const [devices, setDevices] = useState(Math.max(1, Math.ceil(template.deviceCount / 20)));
  const [minutes, setMinutes] = useState(60);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isComplete = !isTrial || (devices >= 1 && minutes >= 1);

  async function run() {
    setBusy(true);
    setProblem(undefined);
    try {
      const canary = isTrial ? { devices: Math.round(devices), minutes: Math.round(minutes) } : null;
      const { version } = await publish({ id: template.id, notes, canary, basedOn: template.draft.revision });
      showToast({ message: t('publish.done', { version }) });
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('publish.failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('publish.title', { title: template.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Effects id={template.id} />
        <TextField
          label={t('publish.notes')}
          help={t('publish.notesHelp')}
          value={notes}
          onChange={setNotes}
          rows={2}
          maxLength={2_000}
        />
        {mayTry && (
          <SwitchField label={t('publish.trial')} help={t('publish.trialHelp')} value={isTrial} onChange={setTrial} />
        )}
        {isTrial && (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <NumberField label={t('publish.trialDevices')} value={devices} onChange={setDevices} />
            <NumberField label={t('publish.trialMinutes')} value={minutes} onChange={setMinutes} />
          </Box>
        )}
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('cancel')}
        </Button>
        <Button variant="contained" loading={isBusy} disabled={!isComplete} onClick={() => void run()}>
          {t(isTrial ? 'publish.startTrial' : 'publish.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
