import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConformance } from '../../../test/connectors/conformance.ts';
import { describeIncoming } from '../../../test/connectors/incoming-suite.ts';
import { type Rig, startRig } from '../../../test/connectors/rig.ts';
import { connectorPluginsDir } from '../../platform/listeners/declared.ts';

const conformance = await readConformance(connectorPluginsDir);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('covers every incoming kind', () => {
  const incoming = rig.server.connectors.kinds.all().filter(({ direction }) => direction !== 'outgoing');
  expect(incoming.length).toBeGreaterThan(2);
  expect(incoming.map(({ type }) => type).filter((type) => !conformance.get(type)?.sender)).toEqual([]);
});

for (const [type, { sender }] of conformance) if (sender) describeIncoming(type, sender, () => rig);
