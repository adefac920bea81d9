import { createDriver, parserTypes } from '@stellwerk/contract/driver';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { AccountInput, errorOnField } from '../accounts/index.ts';
import { parserTypesToChoose } from './draft/content.ts';
import { useDriverActions } from './driver.queries.ts';
import { emptyParser } from './parser/parser-start.ts';
import { driverPath } from './paths.ts';

const { shape } = createDriver.body;
const schema = z.object({
  title: shape.title,
  manufacturer: shape.manufacturer,
  description: shape.description,
  visibility: shape.visibility,
  accountId: shape.accountId,
  parserType: z.enum(parserTypes),
});
/** An address has to be given before it can be saved: that is done in the workbench, where it can be tried. */
const offeredTypes = parserTypesToChoose.filter((type) => type !== 'url');

/** Only what is needed to begin; everything else has its place on the driver's page. */
export function CreateDriverDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const { go } = useNavigation();
  const { create } = useDriverActions();
  const session = useSession();
  const { account } = useChosenAccount();
  const ownAccount = account ?? session?.primaryTenants[0];
  return (
    <FormDialog
      open
      title={t('create.title')}
      description={t('create.description')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={{
        title: '',
        manufacturer: '',
        description: '',
        visibility: 'account',
        parserType: 'javascript',
        ...(ownAccount ? { accountId: ownAccount.id } : {}),
      }}
      onSubmit={async ({ parserType, ...fields }) => {
        const driver = await create({ ...fields, draft: { parser: emptyParser(parserType) } }).catch(
          errorOnField({ ACCOUNT_NOT_FOUND: 'accountId', PERMISSION_DENIED: 'accountId' }),
        );
        showToast({ message: t('create.done', { title: driver.title }) });
        go(driverPath(driver.id, 'parser'));
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
      <TextInput name="manufacturer" label={t('column.manufacturer')} maxLength={200} />
      <AccountInput name="accountId" label={t('column.account')} required initial={ownAccount} />
      <SelectInput
        name="parserType"
        label={t('column.parser')}
        info={t('create.parserInfo')}
        options={offeredTypes.map((value) => ({
          value,
          label: t(`parserType.${value}`),
          detail: t(`parserHelp.${value}`),
        }))}
      />
      <SelectInput
        name="visibility"
        label={t('column.visibility')}
        info={t('visibility.info')}
        options={(['account', 'everyone'] as const).map((value) => ({
          value,
          label: t(`visibility.${value}`),
          detail: t(`visibility.${value}Help`),
        }))}
      />
      <TextInput name="description" label={t('field.description')} rows={2} maxLength={10_000} />
    </FormDialog>
  );
}
