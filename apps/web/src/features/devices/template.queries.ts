import { readTemplateOfDevice } from '@stellwerk/contract/device-template-calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { deviceKeys } from './device.queries.ts';

/** The template of a device, with the parts that it locks; null for none. */
export const useTemplateOfDevice = (id: number) =>
  useQuery({
    queryKey: [...deviceKeys.one(id), 'template'],
    queryFn: async ({ signal }) => (await call(readTemplateOfDevice, { params: { id } }, { signal })).data,
  });
