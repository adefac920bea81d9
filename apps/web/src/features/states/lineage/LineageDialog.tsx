import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { ArrowLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { dashboardPath, rulePath, twinPath, twinStatesPath } from '../paths.ts';
import { useLineage } from '../state.queries.ts';
import { ValueText } from '../values/ValueText.tsx';
import { LineageList } from './LineageList.tsx';
import { branchesOf } from './lineage-tree.ts';

export interface LineageDialogProps {
  stateId: number;
  onClose: () => void;
}

type Found = NonNullable<ReturnType<typeof useLineage>['data']>;

type Use = Pick<Found['uses'][number], 'kind' | 'id' | 'title' | 'dtwinId'>;

function pathOf({ kind, id, dtwinId }: Use): string | undefined {
  if (kind === 'rule' && dtwinId !== null) return rulePath(dtwinId, id);
  return kind === 'widget' ? dashboardPath(id) : undefined;
}

function UseTitle({ use }: { use: Use }) {
  const { t } = useTranslation('states');
  const path = pathOf(use);
  if (use.title === null) return t('lineage.hidden');
  if (path === undefined) return use.title;
  return (
    <InternalLink to={path} underline="always">
      {use.title}
    </InternalLink>
  );
}

/** Rules, widgets and others that read the state; computed states stand in the tree. */
function OtherUses({ uses }: { uses: Found['uses'] }) {
  const { t } = useTranslation('states');
  const others = uses.filter(({ kind }) => kind !== 'aggregate');
  if (others.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
      {others.map(({ kind, id, stateId, title, dtwinId }) => (
        <li key={`${kind} ${id} ${stateId}`}>
          {t(`use.${kind}`)}: <UseTitle use={{ kind, id, title, dtwinId }} />
          {dtwinId !== null && (
            <>
              {' '}
              <InternalLink to={twinPath(dtwinId)} underline="always">
                {t('lineage.openTwin')}
              </InternalLink>
            </>
          )}
        </li>
      ))}
    </Box>
  );
}

function Ways({ found, stateId, onOpen }: { found: Found; stateId: number; onOpen: (stateId: number) => void }) {
  const { t } = useTranslation('states');
  const self = found.nodes.find((node) => node.stateId === stateId);
  const sources = branchesOf(found, stateId, 'sources');
  const uses = branchesOf(found, stateId, 'uses');
  const hasOtherUses = found.uses.some(({ kind }) => kind !== 'aggregate');
  return (
    <>
      {self && self.dtwinId !== null && (
        <Box sx={{ p: 1.5, border: 1, borderColor: 'border.main', borderRadius: 1, bgcolor: 'background.raised' }}>
          <Typography component="div" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
            <strong>{self.title}</strong>
            <ValueText value={self.value} unit={self.unit ?? ''} decimals={null} />
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            <InternalLink to={twinStatesPath(self.dtwinId)} underline="always">
              {self.dtwinTitle}
            </InternalLink>
            {self.source && ` · ${t(`source.${self.source}.title`)}`}
          </Typography>
        </Box>
      )}
      <Section title={t('lineage.sources')}>
        {sources.length > 0 ? (
          <LineageList branches={sources} onOpen={onOpen} />
        ) : (
          <Typography color="textSecondary">{t('lineage.noSources')}</Typography>
        )}
      </Section>
      <Section title={t('lineage.uses')}>
        {uses.length > 0 && <LineageList branches={uses} onOpen={onOpen} />}
        <OtherUses uses={found.uses} />
        {uses.length === 0 && !hasOtherUses && <Typography color="textSecondary">{t('lineage.noUses')}</Typography>}
      </Section>
      {found.isCut && <Alert severity="info">{t('lineage.cut')}</Alert>}
    </>
  );
}

function Content({ stateId, onClose, titleId }: LineageDialogProps & { titleId: string }) {
  const { t } = useTranslation('states');
  const [way, setWay] = useState([stateId]);
  const current = way.at(-1) ?? stateId;
  const lineage = useLineage(current);
  return (
    <>
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {way.length > 1 && (
          <IconButton size="small" edge="start" aria-label={t('lineage.back')} onClick={() => setWay(way.slice(0, -1))}>
            <ArrowLeft aria-hidden />
          </IconButton>
        )}
        {t('lineage.title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}>
        {lineage.error && <ErrorState compact error={lineage.error} onRetry={() => void lineage.refetch()} />}
        {lineage.isPending && <Skeletons shape="lines" count={4} />}
        {lineage.data && <Ways found={lineage.data} stateId={current} onOpen={(next) => setWay([...way, next])} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  );
}

/** Where a value comes from and what uses it, both as far as the caller may see. */
export function LineageDialog(props: LineageDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={props.onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Content {...props} titleId={titleId} />
    </Dialog>
  );
}
