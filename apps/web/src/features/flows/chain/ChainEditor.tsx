import { Box, Button, Chip, IconButton, Typography } from '@mui/material';
import type { StepFigures } from '@stellwerk/contract/flow';
import { flowTriggers } from '@stellwerk/contract/flow-event';
import type { Wire } from '@stellwerk/contract/flow-wire';
import {
  ArrowDown,
  ArrowUp,
  Funnel,
  type LucideIcon,
  Plus,
  Send,
  Shuffle,
  Trash2,
  TriangleAlert,
  Zap,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { type Row, useRows } from '../../../ui/form/use-rows.ts';
import type { Parts } from '../flow.queries.ts';
import { type DraftStep, type FlowDraft, wiresIn } from './flow-draft.ts';

interface ChainEditorProps {
  draft: FlowDraft;
  parts: Parts;
  figures: readonly StepFigures[];
  onChange: (change: Partial<FlowDraft>) => void;
}

const icons: Record<DraftStep['type'], LucideIcon> = { filter: Funnel, transformation: Shuffle };

/** The line between two steps with the type of its content, in words also where it does not fit. */
function WireLine({ wire }: { wire: Wire }) {
  const { t } = useTranslation('flows');
  const { carries, fits } = wire;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 3, minHeight: (theme) => theme.spacing(5) }}>
      <Box
        aria-hidden
        sx={{ alignSelf: 'stretch', borderLeft: 2, borderColor: fits ? 'border.strong' : 'error.main' }}
      />
      <Chip
        size="small"
        variant="outlined"
        color={fits ? 'default' : 'error'}
        {...(fits ? {} : { icon: <TriangleAlert aria-hidden size={14} /> })}
        label={fits ? t(`contentType.${carries}`) : t('flow.misfit', { type: t(`contentType.${carries}`) })}
      />
    </Box>
  );
}

function StepFrame({ icon: Icon, title, action, children }: StepFrameProps) {
  const titleId = useId();
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: 1.5, p: 2, border: 1, borderColor: 'border.main', borderRadius: 1, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Icon aria-hidden size={18} />
        <Typography id={titleId} variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}

interface StepFrameProps {
  icon: LucideIcon;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Counted({ figures }: { figures: StepFigures | undefined }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  if (!figures) return null;
  const { passed, stopped, failed, lastFailure } = figures;
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {t('flow.counted', {
        passed: formats.number(passed),
        stopped: formats.number(stopped),
        failed: formats.number(failed),
      })}
      {lastFailure && (
        <Box sx={{ color: 'error.main' }}>
          {t('flow.lastFailure', { at: formats.dateTime(lastFailure.at), message: lastFailure.message })}
        </Box>
      )}
    </Box>
  );
}

interface StepRowProps {
  row: Row<DraftStep>;
  count: number;
  parts: Parts;
  figures: StepFigures | undefined;
}

function StepRow({ row, count, parts, figures }: StepRowProps) {
  const { t } = useTranslation('flows');
  const { index, value } = row;
  const options =
    value.type === 'filter'
      ? parts.filters.map(({ id, name, inputType }) => ({
          value: id,
          label: name,
          detail: t(`contentType.${inputType}`),
        }))
      : parts.transformers.map(({ id, name, inputType, outputType }) => ({
          value: id,
          label: name,
          detail: `${t(`contentType.${inputType}`)} → ${t(`contentType.${outputType}`)}`,
        }));
  const number = index + 1;
  return (
    <StepFrame
      icon={icons[value.type]}
      title={t('flow.stepNumber', { number, type: t(`stepType.${value.type}`) })}
      action={
        <>
          <IconButton aria-label={t('flow.moveUp', { number })} disabled={index === 0} onClick={() => row.move(-1)}>
            <ArrowUp aria-hidden size={18} />
          </IconButton>
          <IconButton
            aria-label={t('flow.moveDown', { number })}
            disabled={index === count - 1}
            onClick={() => row.move(1)}
          >
            <ArrowDown aria-hidden size={18} />
          </IconButton>
          <IconButton aria-label={t('flow.removeStep', { number })} onClick={row.remove}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </>
      }
    >
      <SelectField<number | undefined>
        label={t(`stepType.${value.type}`)}
        hideLabel
        value={value.partId}
        emptyText={t(options.length === 0 ? `flow.none.${value.type}` : 'flow.choose')}
        options={options}
        onChange={(partId) => row.change({ partId })}
      />
      <Counted figures={figures} />
    </StepFrame>
  );
}

function Targets({ draft, parts, figures, onChange }: ChainEditorProps) {
  const { t } = useTranslation('flows');
  const { targets } = draft;
  const known = new Map(parts.connectors.map(({ id, name }) => [id, name]));
  const isChosen = (id: number) => targets.some(({ connectorId }) => connectorId === id);
  const free = parts.connectors.filter(({ id }) => !isChosen(id));
  return (
    <StepFrame icon={Send} title={t('stepType.connector')}>
      {targets.map(({ connectorId }) => {
        const name = known.get(connectorId) ?? t('flow.unknownConnector', { id: connectorId });
        return (
          <Box key={connectorId} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
              <Counted figures={figures.find((each) => each.connectorId === connectorId)} />
            </Box>
            <IconButton
              aria-label={t('flow.removeConnector', { name })}
              onClick={() => onChange({ targets: targets.filter((each) => each.connectorId !== connectorId) })}
            >
              <Trash2 aria-hidden size={18} />
            </IconButton>
          </Box>
        );
      })}
      {(free.length > 0 || targets.length === 0) && (
        <SelectField<number | undefined>
          label={t('flow.addConnector')}
          value={undefined}
          emptyText={t(parts.connectors.length === 0 ? 'flow.none.connector' : 'flow.choose')}
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id !== undefined && onChange({ targets: [...targets, { connectorId: id, message: {} }] })}
        />
      )}
    </StepFrame>
  );
}

/** A flow as a chain from its trigger to its connectors, with the content types on the wires. */
export function ChainEditor(props: ChainEditorProps) {
  const { draft, parts, figures, onChange } = props;
  const { t } = useTranslation('flows');
  const { steps } = draft;
  const rows = useRows(steps, (next) => onChange({ steps: next }));
  const wires = wiresIn(draft, parts);
  const lastWire = wires.at(-1);
  const add = (type: DraftStep['type']) => onChange({ steps: [...steps, { type, partId: undefined }] });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: '48rem' }}>
      <StepFrame icon={Zap} title={t('field.trigger')}>
        <SelectField
          label={t('field.trigger')}
          hideLabel
          value={draft.trigger}
          options={flowTriggers.map((value) => ({
            value,
            label: t(`trigger.${value}`),
            detail: t(`triggerHelp.${value}`),
          }))}
          onChange={(trigger) => onChange({ trigger })}
        />
      </StepFrame>
      {rows.map((row) => {
        const wire = wires[row.index];
        return (
          <Box key={row.key} sx={{ minWidth: 0 }}>
            {wire && <WireLine wire={wire} />}
            <StepRow
              row={row}
              count={steps.length}
              parts={parts}
              figures={figures.find(({ step, connectorId }) => step === row.index && connectorId === null)}
            />
          </Box>
        );
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pl: 3, pt: 1 }}>
        <Button size="small" startIcon={<Plus aria-hidden />} onClick={() => add('filter')}>
          {t('flow.addFilter')}
        </Button>
        <Button size="small" startIcon={<Plus aria-hidden />} onClick={() => add('transformation')}>
          {t('flow.addTransformation')}
        </Button>
      </Box>
      {lastWire && <WireLine wire={lastWire} />}
      <Targets {...props} />
    </Box>
  );
}
