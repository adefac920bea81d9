import { Box } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { GroupMap } from '../detail/GroupMap.tsx';
import { useSmartGroupChoices } from '../group.queries.ts';

/** The devices of one of the smart groups on the map. */
export function GroupsMapPage() {
  const { t } = useTranslation('smart-groups');
  const { account } = useChosenAccount();
  const groups = useSmartGroupChoices(account?.id);
  const [search, change] = useSearchParams();
  const chosen = idFromText(String(search.group ?? '')) ?? groups[0]?.id;
  return (
    <Page id="smart-groups-map" title={t('map.title')} description={t('map.description')}>
      {groups.length === 0 || chosen === undefined ? (
        <EmptyState icon={ListFilter} title={t('empty.title')} description={t('empty.readOnly')} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Box sx={{ maxWidth: '24rem' }}>
            <SelectField
              label={t('group')}
              value={chosen}
              options={groups.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(id) => void change({ group: id })}
            />
          </Box>
          <GroupMap key={chosen} groupId={chosen} />
        </Box>
      )}
    </Page>
  );
}
