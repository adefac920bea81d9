import { Button } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { BellOff, CheckCheck, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { BulkAction, RowId } from '../../../ui/table/types.ts';
import { CommentDialog } from '../actions/CommentDialog.tsx';
import { ResolveDialog } from '../actions/ResolveDialog.tsx';
import { useAlarms } from '../alarm.queries.ts';
import { isOpenOnly } from '../alarm-filter.ts';
import { AlarmPanel } from '../detail/AlarmPanel.tsx';
import { useShownAlarm } from '../detail/use-shown-alarm.ts';
import { useLiveAlarms } from '../use-live-alarms.ts';
import { useNewIds } from '../use-new-ids.ts';
import { useAlarmColumns } from './use-alarm-columns.tsx';
import type { AlarmList } from './use-alarm-list.ts';

interface Selection {
  kind: 'comment' | 'resolve';
  ids: number[];
  clear: () => void;
}

/** Subscribes to one account: hooks cannot be called in a loop, components can. */
function LiveAccount({ id }: { id: number }) {
  useLiveAlarms(id);
  return null;
}

function NoAlarms({ isOfOne }: { isOfOne: boolean }) {
  const { t } = useTranslation('alarms');
  const { go } = useNavigation();
  return (
    <EmptyState
      icon={BellOff}
      title={t(isOfOne ? 'empty.titleOfOne' : 'empty.title')}
      description={t(isOfOne ? 'empty.descriptionOfOne' : 'empty.description')}
      action={!isOfOne && <Button onClick={() => go('/virtual-devices')}>{t('empty.action')}</Button>}
    />
  );
}

/** The log shows open alarms first. An empty list is then good news and not a failed search. */
function NoneOpen({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('alarms');
  return (
    <EmptyState
      icon={BellOff}
      title={t('empty.noneOpen')}
      description={t('empty.noneOpenText')}
      action={<Button onClick={onShowAll}>{t('empty.showAll')}</Button>}
    />
  );
}

function useBulkActions(onAsk: (selection: Selection) => void): BulkAction[] {
  const { t } = useTranslation('alarms');
  const mayResolve = useCan('VirtualDevice.manage');
  const ask = (kind: Selection['kind']) => (ids: RowId[], clear: () => void) =>
    onAsk({ kind, ids: ids.map(Number), clear });
  return [
    { label: t('comment.action'), icon: MessageSquarePlus, onRun: ask('comment') },
    ...(mayResolve ? [{ label: t('resolve.action'), icon: CheckCheck, onRun: ask('resolve') }] : []),
  ];
}

interface AlarmLogProps {
  list: AlarmList;
  /** The log of a single object omits columns with the same value in all rows. */
  isOfOne?: boolean;
}

/** The rows of the log with their actions. */
export function AlarmLog({ list, isOfOne = false }: AlarmLogProps) {
  const { t } = useTranslation('alarms');
  const { table, question, span } = list;
  const [selection, setSelection] = useState<Selection>();
  const { shownId, pathOf, close } = useShownAlarm();
  const alarms = useAlarms(table.query, question);
  const news = useNewIds(
    JSON.stringify([question, table.query]),
    alarms.data?.data.map(({ id }) => id),
  );
  const endSelection = () => setSelection(undefined);
  const { search, filters } = table.state;
  const isOnlyOpen = !search && !span && isOpenOnly(filters) && Object.values(filters).flat().length === 1;
  return (
    <>
      {list.accountIds.map((id) => (
        <LiveAccount key={id} id={id} />
      ))}
      <DataTable<AlarmRow>
        label={t('title')}
        table={table}
        source={() => alarms}
        columns={useAlarmColumns(news, isOfOne)}
        rowId={({ id }) => id}
        rowLabel={({ message }) => message}
        rowTo={({ id }) => pathOf(id)}
        searchPlaceholder={t('search')}
        bulkActions={useBulkActions(setSelection)}
        noMatches={isOnlyOpen ? <NoneOpen onShowAll={() => table.change({ filters: {} })} /> : undefined}
        empty={span ? <EmptyState variant="no-results" /> : <NoAlarms isOfOne={isOfOne} />}
      />
      {selection?.kind === 'comment' && <CommentDialog {...selection} onClose={endSelection} />}
      {selection?.kind === 'resolve' && <ResolveDialog {...selection} onClose={endSelection} />}
      {shownId !== undefined && <AlarmPanel key={shownId} alarmId={shownId} onClose={close} />}
    </>
  );
}
