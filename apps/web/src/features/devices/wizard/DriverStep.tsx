import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { useDriverChoices } from '../choice.queries.ts';
import { useDriverVersion } from '../driver.queries.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { usePlaceAccount } from './use-place-account.ts';

const shownDrivers = 50;

/** What will be created: one state for each variable of the driver, and the packet itself. */
function StatesPreview({ driverId, version }: { driverId: number; version: number }) {
  const { t } = useTranslation(['devices', 'states']);
  const { data, error, refetch } = useDriverVersion(driverId, version);
  if (error)
    return <ErrorState compact title={t('wizard.driverFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={3} />;
  const raw = { name: '_raw', title: t('wizard.rawTitle'), valueType: 'json' as const, unit: '' };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h3">{t('wizard.states', { count: data.variables.length + 1 })}</Typography>
      <FramedTable label={t('wizard.statesLabel')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('wizard.stateTitle')}</TableCell>
            <TableCell>{t('wizard.stateKey')}</TableCell>
            <TableCell>{t('wizard.stateType')}</TableCell>
            <TableCell>{t('wizard.stateUnit')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {[...data.variables, raw].map(({ name, title, valueType, unit }) => (
            <TableRow key={name}>
              <TableCell>{title || name}</TableCell>
              <TableCell sx={{ fontFamily: 'monospace' }}>{name.replaceAll('.', '_')}</TableCell>
              <TableCell>{t(`states:valueType.${valueType}`)}</TableCell>
              <TableCell>{unit || '—'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </FramedTable>
    </Box>
  );
}

function Drivers() {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useDriverChoices({
    search: useDeferredValue(search),
    limit: shownDrivers,
    usableIn: usePlaceAccount(),
  });
  const chosen: unknown = useFormContext().watch('driverId');
  const driver = data?.data.find(({ id }) => id === chosen);
  if (error && !data) {
    return <ErrorState compact title={t('wizard.driversFailed')} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeletons shape="rows" count={4} />;
  return (
    <>
      <SearchInput
        value={search}
        onChange={setSearch}
        label={t('wizard.searchDrivers')}
        placeholder={t('wizard.searchDrivers')}
        slashFocuses={false}
      />
      <ChoiceList
        name="driverId"
        label={t('column.driver')}
        choices={[
          { id: null, title: t('wizard.noDriver'), detail: t('wizard.noDriverHelp') },
          ...data.data.map(({ id, title, manufacturer, accountName, publishedVersion }) => ({
            id,
            title,
            detail: [manufacturer, accountName].filter((word) => word !== '').join(' · '),
            mark: publishedVersion === null ? undefined : t('settings.versionNumber', { number: publishedVersion }),
            disabledReason: publishedVersion === null ? t('wizard.notPublished') : undefined,
          })),
        ]}
      />
      {driver && driver.publishedVersion !== null && (
        <StatesPreview key={driver.id} driverId={driver.id} version={driver.publishedVersion} />
      )}
    </>
  );
}

/** With what the packets of the device are read. */
export function DriverStep() {
  const { t } = useTranslation('devices');
  const seesDrivers = useCan('DeviceDriver.read');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {seesDrivers ? <Drivers /> : <Alert severity="info">{t('wizard.driversHidden')}</Alert>}
    </Box>
  );
}
