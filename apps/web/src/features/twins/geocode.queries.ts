import { geocode } from '@stellwerk/contract/geo';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Asked when somebody presses the button, never while they type: the service belongs to others. */
export const useGeocode = () =>
  useMutation({
    mutationFn: async (address: string) => (await call(geocode, { query: { address } })).data,
  });
