import { updateAccount } from '@stellwerk/contract/account';
import { listModules, type ModuleId, toggleModule } from '@stellwerk/contract/module';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session.ts';

export const useModules = (accountId: number) =>
  useQuery({
    queryKey: ['accounts', 'modules', accountId],
    queryFn: async ({ signal }) => (await call(listModules, { params: { id: accountId } }, { signal })).data,
  });

export function useModuleActions(accountId: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['accounts'] });
  const toggle = useMutation({
    mutationFn: (change: { module: ModuleId; active: boolean }) =>
      call(toggleModule, { params: { id: accountId, module: change.module }, body: { active: change.active } }),
    onSettled: async () => {
      // The user's own permissions may have changed, and roles have lost permissions.
      await Promise.all([onSettled(), queries.invalidateQueries({ queryKey: ['acl'] }), sessionStore.check()]);
    },
  });
  const setRoles = useMutation({
    mutationFn: ({ module, roleIds }: { module: ModuleId; roleIds: number[] }) =>
      call(updateAccount, { params: { id: accountId }, body: { moduleRoles: [{ module, roleIds }] } }),
    onSettled,
  });
  return { toggle: toggle.mutateAsync, setRoles: setRoles.mutateAsync };
}
