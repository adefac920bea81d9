import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type {
  compareDraft,
  createParserTest,
  ParseResult,
  ParserTest,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import type { ParserInput } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { isSame, testedValues } from './comparison.ts';
import { findDriver, lockDriver } from './driver.store.ts';
import { seesDraft } from './driver-mapper.ts';
import { renderReason, toParseResult } from './parse-result.ts';
import type { DriverParsers } from './parser.service.ts';
import type { Parsing } from './parsers/kind.ts';
import type { DevicePacket, DriverDevicesPort } from './ports.ts';
import { addTests, countTests, type FoundTest, removeTest, testsOf } from './test.store.ts';
import { inputOf } from './test-packet.ts';
import { type FoundVersion, findDraft, findNewest } from './version.store.ts';

interface WorkbenchDeps {
  parsers: Pick<DriverParsers, 'parseWith'>;
  devices: Pick<DriverDevicesPort, 'packetsOf'>;
  clock: Clock;
}

export const maxTests = 500;
const comparedPackets = 1_000;
const shownDifferences = 50;

type Scripted = Pick<FoundVersion, 'parser' | 'variables'>;

export function toTest({ id, title, packet, expected, createdAt }: FoundTest): ParserTest {
  // The contract's schema let it in.
  return { id, title, packet, expected: expected as ParserTest['expected'], createdAt: createdAt.toISOString() };
}

/** The database keeps neither zero characters nor halves of characters in its texts. */
const isStorable = (values: object) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(values));

const packetInput = ({ deviceId, deviceTitle, packet }: DevicePacket, accountId: number): ParserInput => ({
  payload: packet.payload,
  meta: { ...packet.meta, device: { id: deviceId, title: deviceTitle } },
  receivedAt: packet.receivedAt,
  accountId,
});

export function createWorkbenchService({ parsers, devices, clock }: WorkbenchDeps) {
  async function parseAll({ parser, variables }: Scripted, inputs: readonly ParserInput[]) {
    const startedMs = performance.now();
    const parsings = await parsers.parseWith(parser, variables, inputs);
    return { parsings, meanMs: (performance.now() - startedMs) / Math.max(1, inputs.length) };
  }

  async function runTests({ actor }: Ctx, version: Scripted, tests: readonly FoundTest[]) {
    const inputs = tests.map(({ packet, createdAt }) => inputOf(packet, createdAt, actor.accountId));
    const { parsings, meanMs } = await parseAll(version, inputs);
    return parsings.map((parsing, index) => {
      const actual = testedValues(parsing.parsed);
      return { parsing, meanMs, passed: actual !== undefined && isSame(actual, tests[index]?.expected) };
    });
  }

  /** What the tests run on; whoever may not see the draft has them run on what is published. */
  async function testedVersion(ctx: Ctx, driverId: number): Promise<FoundVersion> {
    const found = (await findDriver(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_FOUND');
    const draft = seesDraft(ctx.actor, found) ? await findDraft(ctx.db, driverId) : undefined;
    return draft ?? (await findNewest(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_PUBLISHED');
  }

  async function expectedNow(ctx: Ctx, driverId: number, input: ParserInput): Promise<Record<string, unknown>> {
    const { parsings } = await parseAll(await testedVersion(ctx, driverId), [input]);
    const { parsed } = parsings[0] ?? fail('INTERNAL_ERROR');
    const actual = testedValues(parsed);
    if (actual) return isStorable(actual) ? actual : fail('PACKET_UNSTORABLE');
    const reason = parsed.ok ? parsed.complaint : parsed.reason;
    return fail('PARSER_FAILED', { reason: reason ? renderReason(reason, ctx.language).message : '' });
  }

  async function requireRoom(db: Db, driverId: number, added: number): Promise<void> {
    if (!(await lockDriver(db, driverId))) fail('DEVICEDRIVER_NOT_FOUND');
    if ((await countTests(db, driverId)) + added > maxTests) fail('DEVICEDRIVER_TOO_MANY_TESTS', { limit: maxTests });
  }

  return {
    requireRoom,

    async run(ctx: Ctx, body: RouteInput<typeof runParser>['body']): Promise<ParseResult> {
      const { parsings, meanMs } = await parseAll(body, [inputOf(body.packet, clock.now(), ctx.actor.accountId)]);
      const [parsing] = parsings;
      return toParseResult(parsing ?? fail('INTERNAL_ERROR'), ctx.language, meanMs);
    },

    async listTests(ctx: Ctx, driverId: number): Promise<ParserTest[]> {
      return (await testsOf(ctx.db, driverId)).map(toTest);
    },

    async createTest(ctx: Ctx, driverId: number, body: RouteInput<typeof createParserTest>['body']) {
      await requireRoom(ctx.db, driverId, 1);
      const { title, packet } = body;
      const createdAt = clock.now();
      const input = inputOf(packet, createdAt, ctx.actor.accountId);
      const expected = body.expected ?? (await expectedNow(ctx, driverId, input));
      const [added] = await addTests(ctx.db, [{ driverId, title, packet, expected, createdAt }]);
      ctx.activity.details = { title };
      return toTest(added ?? fail('INTERNAL_ERROR'));
    },

    async deleteTest(ctx: Ctx, driverId: number, testId: number): Promise<void> {
      if (!(await removeTest(ctx.db, driverId, testId))) fail('DEVICEDRIVER_TEST_NOT_FOUND');
    },

    async runTests(ctx: Ctx, driverId: number): Promise<RouteOutput<typeof runParserTests>['data']> {
      const version = await testedVersion(ctx, driverId);
      const tests = await testsOf(ctx.db, driverId);
      const runs = await runTests(ctx, version, tests);
      return tests.map((test, index) => {
        const { parsing, passed, meanMs } = runs[index] ?? fail('INTERNAL_ERROR');
        const { id, expected } = toTest(test);
        return { id, passed, result: toParseResult(parsing, ctx.language, meanMs), expected };
      });
    },

    /** How many tests of a version fail. */
    async countFailing(ctx: Ctx, driverId: number, version: Scripted): Promise<number> {
      const runs = await runTests(ctx, version, await testsOf(ctx.db, driverId));
      return runs.filter(({ passed }) => !passed).length;
    },

    async compare(ctx: Ctx, driverId: number): Promise<RouteOutput<typeof compareDraft>['data']> {
      const draft = (await findDraft(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NO_DRAFT');
      const newest = (await findNewest(ctx.db, driverId)) ?? fail('DEVICEDRIVER_NOT_PUBLISHED');
      const packets = await devices.packetsOf(ctx.db, ctx.actor, driverId, comparedPackets);
      const inputs = packets.map((packet) => packetInput(packet, ctx.actor.accountId));
      const before = await parseAll(newest, inputs);
      const after = await parseAll(draft, inputs);
      const shown = ({ parsings, meanMs }: typeof before, index: number) => {
        const { variables, error } = toParseResult(parsings[index] ?? fail('INTERNAL_ERROR'), ctx.language, meanMs);
        return { variables, error };
      };
      const isEqual = (index: number) => isSame(before.parsings[index]?.parsed, after.parsings[index]?.parsed);
      const differing = [...packets.keys()].filter((index) => !isEqual(index));
      return {
        packets: packets.length,
        same: packets.length - differing.length,
        different: differing.length,
        differences: differing.slice(0, shownDifferences).flatMap((index) => {
          const found = packets[index];
          if (!found) return [];
          const { deviceId, deviceTitle, packet } = found;
          const receivedAt = new Date(packet.receivedAt).toISOString();
          return [{ deviceId, deviceTitle, receivedAt, before: shown(before, index), after: shown(after, index) }];
        }),
        durationMs: { before: meanOf(before), after: meanOf(after) },
      };
    },
  };
}
export type WorkbenchService = ReturnType<typeof createWorkbenchService>;

/** Milliseconds a packet: what the scripts say they took, else how long the whole lasted. */
function meanOf({ parsings, meanMs }: { parsings: readonly Parsing[]; meanMs: number }): number {
  const known = parsings.flatMap(({ usage }) => (usage ? [usage.durationMs] : []));
  if (known.length === 0) return parsings.length === 0 ? 0 : meanMs;
  return known.reduce((sum, ms) => sum + ms, 0) / known.length;
}
