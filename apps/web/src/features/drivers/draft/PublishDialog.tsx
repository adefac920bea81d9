import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useDriverActions } from '../driver.queries.ts';
import { TestList } from '../parser/TestList.tsx';
import { useParserTests, useTestRun } from '../workbench.queries.ts';
import { useDraft } from './draft-context.ts';

function useTests(driverId: number) {
  const tests = useParserTests(driverId);
  const run = useTestRun(driverId, (tests.data?.length ?? 0) > 0);
  return { tests, run };
}

/** The tests on the saved draft: all must pass before anything is published. */
function TestsSummary({ tests, run }: ReturnType<typeof useTests>) {
  const { t } = useTranslation('drivers');
  if (!tests.data || (tests.data.length > 0 && !run.data && !run.error)) return <Skeletons shape="lines" count={2} />;
  if (tests.data.length === 0) return <Alert severity="info">{t('publish.noTests')}</Alert>;
  if (run.error) return <Alert severity="error">{failureOf(run.error).message ?? t('tests.failedToRun')}</Alert>;
  const failed = (run.data ?? []).filter(({ passed }) => !passed);
  return (
    <>
      <Alert severity={failed.length > 0 ? 'error' : 'success'}>
        {failed.length > 0
          ? t('publish.testsFail', { count: failed.length, total: tests.data.length })
          : t('publish.testsPass', { count: tests.data.length })}
      </Alert>
      {failed.length > 0 && (
        <TestList tests={tests.data.filter(({ id }) => failed.some((result) => result.id === id))} results={run.data} />
      )}
    </>
  );
}

/** Saves what is unsaved, shows what the tests say, and makes the draft the next version. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { driver, content, change, isDirty, save } = useDraft();
  const { publish } = useDriverActions();
  const [follows, setFollows] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tested = useTests(driver.id);
  // What is unsaved may mend it, so only then it is worth a try.
  const isBlocked = !isDirty && (tested.run.data ?? []).some(({ passed }) => !passed);
  const next = (driver.publishedVersion ?? 0) + 1;

  async function run() {
    setBusy(true);
    setProblem(undefined);
    try {
      // What could not be saved says so on the page; the dialog would stand in front of it.
      if (save && !(await save())) return onClose();
      await publish({ id: driver.id, updateDevices: follows });
      showToast({ message: t('publish.done', { number: next }) });
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('publish.failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('publish.title', { title: driver.title, number: next })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {isDirty && <Alert severity="warning">{t('publish.savesFirst')}</Alert>}
        {content.variables.length === 0 && content.parser.type !== 'none' && (
          <Alert severity="warning">{t('publish.noVariables')}</Alert>
        )}
        <TestsSummary {...tested} />
        <TextField
          label={t('publish.notes')}
          help={t('publish.notesHelp')}
          value={content.notes}
          onChange={(notes) => change({ notes })}
          rows={3}
          maxLength={5_000}
        />
        {driver.deviceCount > 0 && (
          <SwitchField
            label={t('publish.follow')}
            help={t(follows ? 'publish.followHelp' : 'publish.stayHelp', {
              count: driver.deviceCount,
              shown: formats.number(driver.deviceCount),
            })}
            value={follows}
            onChange={setFollows}
          />
        )}
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('cancel')}
        </Button>
        <Button variant="contained" loading={isBusy} disabled={isBlocked} onClick={() => void run()}>
          {isDirty ? t('publish.saveAndPublish') : t('publish.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
