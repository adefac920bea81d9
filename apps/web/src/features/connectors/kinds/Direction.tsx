import { Box } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import { ArrowDown, ArrowDownUp, ArrowUp, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const arrows: Record<ConnectorKind['direction'], LucideIcon> = {
  incoming: ArrowDown,
  outgoing: ArrowUp,
  both: ArrowDownUp,
};

/** Down is in, up is out; the word says it too. */
export function Direction({ direction }: { direction: ConnectorKind['direction'] }) {
  const { t } = useTranslation('connectors');
  const Arrow = arrows[direction];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
      <Arrow size="1rem" aria-hidden />
      {t(`direction.${direction}`)}
    </Box>
  );
}
