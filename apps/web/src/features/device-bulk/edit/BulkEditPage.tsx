import { Button } from '@mui/material';
import type { BulkEditPreview } from '@stellwerk/contract/device-bulk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { devicesPath } from '../../devices/index.ts';
import { JobMonitor } from '../../jobs/index.ts';
import { ChangeStep } from './ChangeStep.tsx';
import { EffectStep } from './EffectStep.tsx';
import { useBulkEdit, useEditOptions } from './edit.queries.ts';
import { changeOf, emptyEdit, problemsOf } from './edit-change.ts';
import { SelectionStep } from './SelectionStep.tsx';
import { useSelection } from './use-selection.ts';

const noIds: readonly number[] = [];

/** Changes many devices at once: selection, changes, exact effect, job. */
export function BulkEditPage() {
  const { t } = useTranslation(['device-bulk', 'ui']);
  const formats = useFormats();
  const { go } = useNavigation();
  const selection = useSelection();
  const ids = selection.ids ?? noIds;
  const options = useEditOptions(ids);
  const { mutateAsync } = useBulkEdit();
  const [input, setInput] = useState(emptyEdit);
  const [showsProblems, setShowsProblems] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<BulkEditPreview>();
  const [jobId, setJobId] = useState<number>();

  async function send(dryRun: boolean): Promise<boolean> {
    try {
      const change = changeOf(input);
      const result = await mutateAsync({ title: input.title.trim(), ids, change, dryRun });
      setProblem(undefined);
      setPreview((known) => result.preview ?? known);
      setJobId(result.job?.id);
      return true;
    } catch (error) {
      setProblem(failureOf(error).message ?? t('ui:error.unexpected'));
      return false;
    }
  }

  /** Loads the options before the next step shows them. */
  async function acceptSelection(): Promise<boolean> {
    if (selection.isTooMany || ids.length === 0) {
      setProblem(ids.length === 0 ? t('edit.select.none') : undefined);
      return false;
    }
    const { error } = await options.refetch();
    setProblem(error ? (failureOf(error).message ?? t('ui:error.unexpected')) : undefined);
    return !error;
  }

  async function acceptChange(): Promise<boolean> {
    setShowsProblems(true);
    return problemsOf(input).length === 0 && (await send(true));
  }

  const count = preview?.changed ?? 0;
  return (
    <Page id="device-bulk-edit" title={t('edit.title')} description={t('edit.description')}>
      <Card>
        {jobId === undefined ? (
          <Wizard
            finishLabel={t('edit.finish', { count, shown: formats.number(count) })}
            onCancel={() => go(devicesPath)}
            onFinish={async () => {
              if (count > 0) await send(false);
            }}
            steps={[
              {
                id: 'select',
                title: t('edit.select.title'),
                validate: acceptSelection,
                content: <SelectionStep selection={selection} problem={problem} />,
              },
              {
                id: 'change',
                title: t('edit.change.step'),
                validate: acceptChange,
                content: (
                  <ChangeStep
                    input={input}
                    onChange={(change) => setInput((known) => ({ ...known, ...change }))}
                    options={options.data}
                    showsProblems={showsProblems}
                    problem={problem}
                  />
                ),
              },
              {
                id: 'effect',
                title: t('edit.effect.title'),
                content: preview && <EffectStep preview={preview} />,
              },
            ]}
          />
        ) : (
          <JobMonitor jobId={jobId} affects="devices" resultOf={(done) => t('edit.result', { count: done })}>
            <Button variant="contained" onClick={() => go(devicesPath)}>
              {t('edit.show')}
            </Button>
            <Button onClick={() => go('/background-jobs')}>{t('edit.showJob')}</Button>
          </JobMonitor>
        )}
      </Card>
    </Page>
  );
}
