import { Box } from '@mui/material';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { comparisonSigns } from '../texts/comparison-signs.ts';
import { useEvaluatedValueText } from './use-evaluated-value-text.ts';

type When = Extract<JudgedNode, { op: 'when' }>;

/** The structure of a node without its result. */
const partOf = (node: JudgedNode) =>
  node.op === 'when' ? `${node.metric} ${node.cmp} ${JSON.stringify(node.value)}` : node.op;

/** The result of a node: an icon and a word, never the colour alone. */
function ConditionResult({ isMet }: { isMet: boolean }) {
  const { t } = useTranslation('rules');
  const Icon = isMet ? CircleCheck : CircleX;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        flexShrink: 0,
        whiteSpace: 'nowrap',
        typography: 'body2',
        fontWeight: 600,
        color: isMet ? 'ok.main' : 'unknown.main',
      }}
    >
      <Icon size="1rem" aria-hidden />
      {t(isMet ? 'judged.met' : 'judged.notMet')}
    </Box>
  );
}

/** One side of a comparison: a metric with its value, or a value alone. */
function Side({ name, value }: { name: string | null; value: unknown }) {
  const text = useEvaluatedValueText()(value);
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {name !== null && (
        <Box component="span" sx={{ color: 'text.secondary', mr: 0.75 }}>
          {name}
        </Box>
      )}
      <Box component="strong" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
    </Box>
  );
}

function Comparison({ node }: { node: When }) {
  const { t } = useTranslation('rules');
  const other = typeof node.value === 'object' && node.value !== null ? node.value.metric : null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, minWidth: 0 }}>
      <Side name={node.metric} value={node.left} />
      <Box component="span" sx={{ position: 'relative', color: 'text.secondary' }}>
        <span aria-hidden>{comparisonSigns[node.cmp]}</span>
        <Box component="span" sx={visuallyHidden}>
          {t(`judged.cmp.${node.cmp}`)}
        </Box>
      </Box>
      <Side name={other} value={node.right} />
    </Box>
  );
}

function Line({ isMet, children }: { isMet: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: 2,
        px: 1.25,
        py: 0.625,
        borderRadius: 0.75,
        bgcolor: isMet ? 'ok.soft' : 'background.raised',
      }}
    >
      {children}
      <ConditionResult isMet={isMet} />
    </Box>
  );
}

function Node({ node }: { node: JudgedNode }) {
  const { t } = useTranslation('rules');
  if (node.op === 'when')
    return (
      <Line isMet={node.isMet}>
        <Comparison node={node} />
      </Line>
    );
  const below = node.op === 'not' ? [node.child] : node.children;
  return (
    <>
      <Line isMet={node.isMet}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {t(`judged.op.${node.op}`)}
        </Box>
      </Line>
      <Box
        component="ul"
        sx={{
          m: 0,
          mt: 0.5,
          ml: 1.25,
          p: 0,
          pl: 1.5,
          listStyle: 'none',
          display: 'grid',
          gap: 0.5,
          borderLeft: 2,
          borderColor: node.isMet ? 'ok.main' : 'border.strong',
        }}
      >
        {withUniqueKeys(below, partOf).map(({ key, item: child }) => (
          <Box component="li" key={key} sx={{ minWidth: 0 }}>
            <Node node={child} />
          </Box>
        ))}
      </Box>
    </>
  );
}

export interface EvaluatedTreeProps {
  node: JudgedNode;
}

/** An evaluated tree of conditions: each node with its result, each comparison with its operands. */
export function EvaluatedTree({ node }: EvaluatedTreeProps) {
  const { t } = useTranslation('rules');
  return (
    <Box role="group" aria-label={t('judged.label')} sx={{ minWidth: 0 }}>
      <Node node={node} />
    </Box>
  );
}
