import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';

interface CsvAnswer<Preview> {
  preview: Preview;
  job: { id: number } | null;
}

/** The import of a list: its text, the preview of its effect, and the job that runs it. */
export function useCsvJob<Preview>(submit: (csv: string, dryRun: boolean) => Promise<CsvAnswer<Preview>>) {
  const { t } = useTranslation('jobs');
  const [csv, setCsv] = useState('');
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<Preview>();
  const [jobId, setJobId] = useState<number>();

  /** Returns whether the server could read the list; otherwise `problem` contains the reason. */
  async function send({ dryRun }: { dryRun: boolean }): Promise<boolean> {
    if (csv.trim() === '') {
      setProblem(t('lines.missing'));
      return false;
    }
    try {
      const answer = await submit(csv, dryRun);
      setProblem(undefined);
      setPreview(() => answer.preview);
      setJobId(answer.job?.id);
      return true;
    } catch (error) {
      setProblem(failureOf(error).message ?? t('lines.failed'));
      return false;
    }
  }

  function startAgain() {
    setJobId(undefined);
    setPreview(undefined);
    setCsv('');
  }

  return { csv, setCsv, problem, preview, jobId, send, startAgain };
}
