import { Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { RoutingDevice } from '@stellwerk/contract/device';
import type { State } from '@stellwerk/contract/state';
import { Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { FramedTable } from '../../ui/table/FramedTable.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { useLiveValues, useTwinStates, ValueText } from '../states/index.ts';
import type { TwinContext } from '../twins/index.ts';
import { devicePath } from './paths.ts';
import { useRoutingDevices } from './routing.queries.ts';

const referenceText = ({ name, value }: { name: string; value: string }) => `${name} = ${value}`;

function Sources({ devices }: { devices: readonly RoutingDevice[] }) {
  const { t } = useTranslation('devices');
  if (devices.length === 0) return t('routedIn.messages');
  return devices.map(({ id, title, disabled, targetReference }) => (
    <Box key={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <InternalLink to={devicePath(id)}>{title}</InternalLink>
      <Typography component="span" variant="caption" color="textSecondary">
        {referenceText(targetReference)}
      </Typography>
      {disabled && <NeutralChip label={t('disabled')} />}
    </Box>
  ));
}

function RoutedStates({ states, devices }: { states: readonly State[]; devices: readonly RoutingDevice[] }) {
  const { t } = useTranslation('devices');
  return (
    <FramedTable label={t('routedIn.states')}>
      <TableHead>
        <TableRow>
          {(['state', 'from', 'value', 'at'] as const).map((name) => (
            <TableCell key={name}>{t(`routedIn.column.${name}`)}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {states.map((state) => (
          <TableRow key={state.id}>
            <TableCell component="th" scope="row">
              {state.title}{' '}
              <Typography component="span" variant="caption" color="textSecondary">
                {state.key}
              </Typography>
            </TableCell>
            <TableCell>
              <Sources devices={devices.filter(({ keys }) => keys.includes(state.key))} />
            </TableCell>
            <TableCell>
              <ValueText
                value={state.value}
                unit={state.unit}
                decimals={state.visualisation.decimals}
                timestamp={state.timestamp}
              />
            </TableCell>
            <TableCell>
              <Age at={state.timestamp} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}

/** Data routing into a twin: devices, the reference ids that they name, and the newest values. */
export function RoutedInTab({ twin }: TwinContext) {
  const { t } = useTranslation('devices');
  const states = useTwinStates(twin.id);
  useLiveValues(twin.id);
  const devices = useRoutingDevices(twin.id);
  const error = states.error ?? devices.error;
  if (error && !(states.data && devices.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([states.refetch(), devices.refetch()])} />;
  }
  if (!states.data || !devices.data) return <Skeletons shape="rows" />;
  const routed = states.data.filter(({ config }) => config.source === 'datarouting');
  const lost = devices.data.filter(({ keys }) => keys.length === 0);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Card title={t('routedIn.title')}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {twin.references.length > 0
            ? t('routedIn.references', { list: twin.references.map(referenceText).join(', ') })
            : t('routedIn.noReferences')}
        </Typography>
        {routed.length > 0 ? (
          <RoutedStates states={routed} devices={devices.data} />
        ) : (
          <EmptyState compact icon={Route} title={t('routedIn.none')} description={t('routedIn.noneText')} />
        )}
      </Card>
      {lost.length > 0 && (
        <Card title={t('routedIn.lost')}>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            {t('routedIn.lostText')}
          </Typography>
          <Sources devices={lost} />
        </Card>
      )}
    </Box>
  );
}
