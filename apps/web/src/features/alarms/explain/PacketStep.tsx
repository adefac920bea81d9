import { Box, Typography } from '@mui/material';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import { Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Collapsible } from '../../../ui/surface/Collapsible.tsx';
import { CodeBlock, payloadText } from '../../devices/index.ts';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { PacketEvidence } from './explanation-types.ts';
import { ValueSteps } from './ValueSteps.tsx';

interface StageProps {
  number: number;
  title: string;
  detail: string;
  children: ReactNode;
}

/** One of three stages; the summary is always visible, the details unfold. */
function Stage({ number, title, detail, children }: StageProps) {
  const head = (
    <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
      <Box component="span" sx={{ fontWeight: 600, flexShrink: 0 }}>
        {number}. {title}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary" noWrap>
        {detail}
      </Typography>
    </Box>
  );
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'border.main', borderRadius: 0.75, overflow: 'hidden' }}>
      <Collapsible head={head}>{children}</Collapsible>
    </Box>
  );
}

function Parsed({ packet: { variables } }: { packet: PacketEvidence }) {
  const { t } = useTranslation('alarms');
  if (variables === null) return <Typography color="textSecondary">{t('why.parserChanged')}</Typography>;
  return <CodeBlock title={t('why.variables')} text={payloadText(variables)} />;
}

function Stages({ packet }: { packet: PacketEvidence }) {
  const { t } = useTranslation('alarms');
  const { payload, driver, states, variables } = packet;
  const line = payloadText(payload).replaceAll(/\s+/g, ' ');
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      <Stage number={1} title={t('why.stage.packet')} detail={line}>
        <CodeBlock title={t('why.payload')} text={payloadText(payload)} />
      </Stage>
      <Stage
        number={2}
        title={t('why.stage.parser')}
        detail={
          driver
            ? t('why.driverVersion', { title: driver.title, version: driver.version })
            : Object.keys(variables ?? {}).join(', ')
        }
      >
        <Parsed packet={packet} />
      </Stage>
      <Stage number={3} title={t('why.stage.states')} detail={states.map(({ title }) => title).join(', ')}>
        {states.length > 0 ? (
          <ValueSteps label={t('why.valuesAfter')} steps={states} />
        ) : (
          <Typography color="textSecondary">{t('why.noStates')}</Typography>
        )}
      </Stage>
    </Box>
  );
}

interface PacketStepProps {
  packet: PacketEvidence | null;
  /** Trigger of the rule, if any: some triggers have no packet. */
  trigger: RunTrigger | null;
  accountId: number;
}

/** The origin of the value: the bytes, the parser's result, and the resulting states. */
export function PacketStep({ packet, trigger, accountId }: PacketStepProps) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const seesConnectors = useCan('all.manage');
  if (!packet) {
    const reason = trigger !== null && trigger.kind !== 'value' ? 'why.packetNone' : 'why.packetNotKept';
    return <ExplanationStep icon={Package} title={t('why.packet')} lead={t(reason)} />;
  }
  const { connector, receivedAt } = packet;
  return (
    <ExplanationStep
      icon={Package}
      title={t('why.packet')}
      lead={
        <>
          {t('why.received', { at: formats.exactTime(receivedAt) })}
          {connector && ' · '}
          {connector &&
            (seesConnectors ? (
              <InternalLink underline="always" to={`/connectors/edit/${accountId}/${connector.id}`}>
                {connector.name}
              </InternalLink>
            ) : (
              connector.name
            ))}
        </>
      }
    >
      <Stages packet={packet} />
    </ExplanationStep>
  );
}
