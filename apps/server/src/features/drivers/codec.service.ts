import type { RouteInput } from '@stellwerk/contract/core/route';
import type { importCodec } from '@stellwerk/contract/driver-workbench';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { testedValues } from './compare-values.ts';
import { checkDraft } from './draft-check.service.ts';
import type { DriverService } from './driver.service.ts';
import type { ParserTools } from './parsers/kind.ts';
import { createReading } from './parsers/parser-result.ts';
import { addTests } from './test.store.ts';
import type { TestPacket } from './typed-packet.ts';
import type { WorkbenchService } from './workbench.service.ts';

type Codec = RouteInput<typeof importCodec>['body'];
type Example = Codec['examples'][number];

interface CodecDeps {
  tools: ParserTools;
  drivers: Pick<DriverService, 'read' | 'changeDraft'>;
  workbench: Pick<WorkbenchService, 'requireRoom'>;
  clock: Clock;
}

const uplink = z.object({
  bytes: z.array(z.int().min(0).max(255)).max(10_000),
  fPort: z.int().min(0).max(255).optional(),
  recvTime: z.iso.datetime({ offset: true }).optional(),
});

interface NewTest {
  title: string;
  packet: TestPacket;
  expected: Record<string, unknown>;
}

/** Converts an uplink example into a test; downlink examples are skipped, because tests cover parsing only. */
function testOf({ type, description, input, output }: Example, number: number): NewTest[] {
  const given = uplink.safeParse(input);
  const expected = testedValues(createReading([]).readCodec(output));
  if (type !== 'uplink' || !given.success || !expected) return [];
  const { bytes, fPort, recvTime } = given.data;
  const packet: TestPacket = { bytes, fPort, ...(recvTime ? { meta: { time: recvTime } } : {}) };
  return [{ title: description.trim().slice(0, 200) || `Example ${number}`, packet, expected }];
}

/** Imports the codec of a device from the format that repositories of network servers use. */
export function createCodecService({ tools, drivers, workbench, clock }: CodecDeps) {
  return {
    async importCodec(ctx: Ctx, driverId: number, { script, examples }: Codec) {
      const draft = { parser: { type: 'javascript' as const, script } };
      await checkDraft(draft, { tools, accountId: ctx.actor.accountId, acceptCase: true });
      const tests = examples.flatMap((example, index) => testOf(example, index + 1));
      await workbench.requireRoom(ctx.db, driverId, tests.length);
      await drivers.changeDraft(ctx, driverId, draft);
      const createdAt = clock.now();
      await addTests(
        ctx.db,
        tests.map((test) => ({ ...test, driverId, createdAt })),
      );
      ctx.activity.details = { tests: tests.length };
      return { driver: await drivers.read(ctx, driverId), tests: tests.length };
    },
  };
}
export type CodecService = ReturnType<typeof createCodecService>;
