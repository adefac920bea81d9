import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';
import { JobMonitor } from '../jobs/index.ts';
import { LeftOutRules } from './LeftOutRules.tsx';
import { type SyncAnswer, SyncPreview } from './SyncPreview.tsx';
import { TwinPicker } from './TwinPicker.tsx';
import { useTwin } from './twin.queries.ts';
import { useSynchronisation } from './twin-copy.queries.ts';

interface TargetsProps {
  twinId: number;
  /** Titles by id, in the order of choice. */
  targets: ReadonlyMap<number, string>;
  onTargets: (targets: ReadonlyMap<number, string>) => void;
  problem: string | undefined;
}

function Targets({ twinId, targets, onTargets, problem }: TargetsProps) {
  const { t } = useTranslation('twins');
  const keep = (ids: readonly number[], added?: { id: number; title: string }) =>
    onTargets(new Map(ids.map((id) => [id, id === added?.id ? added.title : (targets.get(id) ?? String(id))])));
  const ids = [...targets.keys()];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="textSecondary">{t('sync.choose')}</Typography>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <TwinPicker label={t('sync.targets')} multiple selected={ids} onSelect={keep} disabledIds={[twinId]} />
      {ids.length > 0 && (
        <Box
          component="ul"
          aria-label={t('sync.chosen')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}
        >
          {[...targets].map(([id, title]) => (
            <li key={id}>
              <Chip label={title} onDelete={() => keep(ids.filter((each) => each !== id))} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Brings the states of a twin to others: choose them, see what would happen, do it. */
export function SynchronisePage() {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { go } = useNavigation();
  const { id: text } = useParams({ strict: false });
  const id = Number(text);
  const { data: twin } = useTwin(id);
  const synchronise = useSynchronisation(id);
  const [targets, setTargets] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<SyncAnswer>();
  const [result, setResult] = useState<SyncAnswer>();

  async function send(dryRun: boolean): Promise<boolean> {
    if (targets.size === 0) {
      setProblem(t('sync.missing'));
      return false;
    }
    try {
      const answer = await synchronise({ twinIds: [...targets.keys()], dryRun });
      setProblem(undefined);
      if (dryRun) setPreview(answer);
      else setResult(answer);
      return true;
    } catch (error) {
      setProblem(failureOf(error).message ?? t('sync.failed'));
      return false;
    }
  }

  const back = () => go(`/digitaltwin-mgmt/${id}`);
  const count = preview?.targets.length ?? 0;
  const done = (
    <Button variant="contained" onClick={back}>
      {t('sync.back')}
    </Button>
  );
  function content() {
    if (result?.job) {
      return (
        <JobMonitor
          jobId={result.job.id}
          affects="twins"
          resultOf={(finished) => t('sync.result', { count: finished, shown: formats.number(finished) })}
        >
          {done}
        </JobMonitor>
      );
    }
    if (result) {
      const finished = result.targets.length;
      return (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Alert severity="success">{t('sync.result', { count: finished, shown: formats.number(finished) })}</Alert>
          <LeftOutRules
            when="after"
            lists={result.targets.map(({ rules, ...target }) => ({ ...target, rules: rules.leftOut }))}
          />
          {done}
        </Box>
      );
    }
    return (
      <Wizard
        finishLabel={t('sync.finish', { count, shown: formats.number(count) })}
        onCancel={back}
        onFinish={async () => {
          if (count > 0) await send(false);
        }}
        steps={[
          {
            id: 'targets',
            title: t('sync.targets'),
            validate: () => send(true),
            content: <Targets twinId={id} targets={targets} onTargets={setTargets} problem={problem} />,
          },
          {
            id: 'preview',
            title: t('sync.preview'),
            content: preview && <SyncPreview answer={preview} problem={problem} />,
          },
        ]}
      />
    );
  }

  return (
    <Page
      id="synchronise"
      title={t('sync.title')}
      description={t('sync.description')}
      facts={twin && <InternalLink to={`/digitaltwin-mgmt/${id}`}>{twin.title}</InternalLink>}
    >
      <Card>{content()}</Card>
    </Page>
  );
}
