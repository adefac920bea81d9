import { Box, Button, Chip, FormControlLabel, Switch, Typography } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import type { AccountModule } from '@stellwerk/contract/module';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { ModuleRolesDialog } from './ModuleRolesDialog.tsx';
import { useModuleActions } from './module.queries.ts';

interface ModuleCardProps {
  module: AccountModule;
  account: Account;
}

/** Why the switch is disabled, if it is. */
function useReason({ abilities, inactiveAbove, inactiveAt }: AccountModule): string | undefined {
  const { t } = useTranslation('accounts');
  if (inactiveAt) return t('modules.offAt', { name: inactiveAt.name });
  if (inactiveAbove) return t('modules.offAbove');
  return abilities.toggle ? undefined : t('modules.systemOnly');
}

export function ModuleCard({ module, account }: ModuleCardProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const { toggle } = useModuleActions(account.id);
  const [dialog, setDialog] = useState<'off' | 'roles'>();
  const [isBusy, setBusy] = useState(false);
  const reason = useReason(module);
  const name = t(`modules.name.${module.id}`);
  const close = () => setDialog(undefined);

  async function change(active: boolean): Promise<void> {
    await toggle({ module: module.id, active });
    showToast({ message: t(active ? 'modules.switchedOn' : 'modules.switchedOff', { name }) });
  }

  async function switchOn(): Promise<void> {
    setBusy(true);
    const failed = (error: unknown) =>
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' });
    await change(true).catch(failed);
    setBusy(false);
  }

  return (
    <Card
      title={name}
      action={
        <StatusChip status={module.active ? 'ok' : 'unknown'} label={t(module.active ? 'modules.on' : 'modules.off')} />
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <Typography color="textSecondary">{t(`modules.text.${module.id}`)}</Typography>
        <Box>
          <FormControlLabel
            label={t('modules.active')}
            control={
              <Switch
                checked={module.active}
                disabled={reason !== undefined || isBusy}
                onChange={(_, checked) => (checked ? void switchOn() : setDialog('off'))}
                slotProps={{ input: { 'aria-label': t('modules.activeNamed', { name }) } }}
              />
            }
          />
          {reason && (
            <Typography variant="caption" component="div" color="textSecondary">
              {reason}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
          <Typography variant="caption" color="textSecondary" sx={{ flexBasis: '100%' }}>
            {t('modules.roles')}
          </Typography>
          {module.roles.map((role) => (
            <Chip key={role.id} label={role.name} />
          ))}
          {module.roles.length === 0 && <Typography>{t('modules.noRoles')}</Typography>}
          <Button
            size="small"
            variant="text"
            onClick={() => setDialog('roles')}
            aria-label={t('modules.editRolesNamed', { name })}
          >
            {t('modules.editRoles')}
          </Button>
        </Box>
      </Box>
      {dialog === 'roles' && <ModuleRolesDialog module={module} account={account} onClose={close} />}
      {dialog === 'off' && (
        <ConfirmDialog
          open
          title={t('modules.question', { name })}
          description={t('modules.warning', { account: account.name })}
          confirmLabel={t('modules.switchOff')}
          onConfirm={() => change(false)}
          onClose={close}
        />
      )}
    </Card>
  );
}
