import { versionFields } from '@stellwerk/contract/driver';
import type { ConnectorSender } from '@stellwerk/plugin/connector-sender';
import type { ProfileState } from '@stellwerk/plugin/profile';
import type { LoadedProfile } from '@stellwerk/simulator/profiles';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Connectors } from '../connectors/index.ts';
import type { Drivers } from '../drivers/index.ts';
import { bringsDriver } from './fleet.store.ts';
import { findDriverByTitle } from './fleet-parts.store.ts';

interface PartsDeps {
  connectors: Pick<Connectors, 'service' | 'forSending'>;
  drivers: Pick<Drivers, 'service'>;
  senders: ReadonlyMap<string, ConnectorSender>;
}

/** Drivers have no type for positions, so they are JSON; the map finds them by name. */
const valueTypeOf = ({ valueType }: ProfileState) => (valueType === 'geolocation' ? 'json' : valueType);

/** Creates the connector, driver and devices of a fleet through other features. */
export function createParts({ connectors, drivers, senders }: PartsDeps) {
  return {
    /** The given connector, if virtual devices can send through it, otherwise a new webhook of the fleet. */
    async connector(ctx: Ctx, wanted: { accountId: number; name: string; given: number | null }) {
      const { accountId, name, given } = wanted;
      if (given !== null) {
        const found = (await connectors.forSending(given)) ?? fail('BRIDGE_NOT_FOUND');
        if (!senders.has(found.type)) fail('FLEET_CONNECTOR_UNSUITABLE');
        return { connectorId: given, hasOwnConnector: false };
      }
      const { connector } = await connectors.service.create(ctx, {
        tenantId: accountId,
        type: 'webhook-incoming',
        name: `Simulator: ${name}`,
        description: '',
        active: true,
        options: {},
        secrets: {},
        mutator: { language: 'none', script: '' },
        deviceLimit: null,
      });
      return { connectorId: connector.id, hasOwnConnector: true };
    },

    /** The driver of the account with the title of the profile, otherwise a new one. */
    async driver(ctx: Ctx, accountId: number, { profile, driver: script }: LoadedProfile) {
      const title = `${profile.manufacturer} ${profile.model}`;
      const found = await findDriverByTitle(ctx.db, accountId, title);
      if (found !== undefined) return { driverId: found, hasOwnDriver: await bringsDriver(ctx.db, found) };
      const draft = versionFields.partial().parse({
        parser: { type: 'javascript', script },
        variables: profile.states.map((state) => ({
          name: state.key,
          title: state.title[ctx.language],
          valueType: valueTypeOf(state),
          unit: state.unit ?? '',
        })),
      });
      const fields = { accountId, title, manufacturer: profile.manufacturer, draft, acceptCase: true };
      const { id } = await drivers.service.create(ctx, fields);
      await drivers.service.publish(ctx, id, true);
      return { driverId: id, hasOwnDriver: true };
    },
  };
}
export type Parts = ReturnType<typeof createParts>;
