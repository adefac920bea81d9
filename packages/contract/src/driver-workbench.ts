import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { driver, driverLimits, driverTag, driverWire, parser, readsDrivers, targetVariable } from './driver.ts';

/**
 * `payload` is an object or a hex string; `bytes` is the same as numbers. `meta.time` is the time given by the sender, and
 * also the time of arrival if `receivedAt` is absent.
 */
export const testPacket = z.object({
  payload: z.json().optional(),
  bytes: z.array(z.int().min(0).max(255)).max(10_000).optional(),
  fPort: z.int().min(0).max(255).optional(),
  meta: z.record(z.string(), z.json()).optional(),
  receivedAt: isoTime.optional(),
});

export const parseProblem = z.object({ code: z.string(), message: z.string(), line: z.int().nullable() });

export const parseResult = z.object({
  /** Variables for the states, with nested names joined by dots; several sets if the parser returns several times. */
  variables: z.array(z.object({ time: isoTime.nullable(), values: z.record(z.string(), z.json()) })),
  logs: z.array(z.string()),
  durationMs: z.number(),
  memoryBytes: z.int().nullable(),
  error: parseProblem.nullable(),
});
export type ParseResult = z.output<typeof parseResult>;

export const runParser = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/parse',
  tag: driverTag,
  summary: 'Run a parser on a packet without saving anything',
  permission: 'DeviceDriver.manage',
  body: z.object({ parser, variables: z.array(targetVariable).max(500).default([]), packet: testPacket }),
  readOnly: true,
  bodyLimitBytes: driverLimits.bodyBytes,
  response: dataOf(parseResult),
});

const params = z.object({ id: textIdOf('driver') });
const ownParams = z.object({ id: textIdOf('ownDriver') });

export const parserTest = z.object({
  id: z.int(),
  title: z.string(),
  packet: testPacket,
  expected: z.record(z.string(), z.json()),
  createdAt: isoTime,
});
export type ParserTest = z.output<typeof parserTest>;

export const listParserTests = defineRoute({
  method: 'GET',
  path: '/api/v1/devicedrivers/{id}/tests',
  tag: driverTag,
  summary: 'The tests of a driver',
  permission: readsDrivers,
  params,
  response: dataOf(z.array(parserTest)),
  errors: ['DEVICEDRIVER_NOT_FOUND'],
});

/**
 * Without `expected`, the current result of the draft is stored. `expected` contains all variables (from several sets
 * the last value of each), and `error` if the parser itself reports one; numbers may differ in the last digits, null
 * equals missing.
 */
export const createParserTest = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/tests',
  tag: driverTag,
  summary: 'Keep a packet as a test',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  body: z.object({
    title: z.string().trim().min(1).max(200),
    packet: testPacket,
    expected: z.record(z.string(), z.json()).optional(),
  }),
  response: dataOf(parserTest),
  status: 201,
  errors: [
    'DEVICEDRIVER_NOT_FOUND',
    'DEVICEDRIVER_TOO_MANY_TESTS',
    'DEVICEDRIVER_NOT_PUBLISHED',
    'PARSER_FAILED',
    'PACKET_UNSTORABLE',
  ],
});

export const deleteParserTest = defineRoute({
  method: 'DELETE',
  path: '/api/v1/devicedrivers/{id}/tests/{testId}',
  tag: driverTag,
  summary: 'Remove a test',
  permission: 'DeviceDriver.manage',
  params: ownParams.extend({ testId: textIdOf('driverTest') }),
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_TEST_NOT_FOUND'],
});

export const runParserTests = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/tests/run',
  tag: driverTag,
  summary: 'Run the tests on the draft, else on the newest version',
  permission: readsDrivers,
  params,
  readOnly: true,
  response: dataOf(
    z.array(
      z.object({ id: z.int(), passed: z.boolean(), result: parseResult, expected: z.record(z.string(), z.json()) }),
    ),
  ),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_NOT_PUBLISHED'],
});

/** The last 1,000 packets of the devices that the caller may see. */
export const compareDraft = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/compare',
  tag: driverTag,
  summary: 'Draft against newest version over real packets',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  readOnly: true,
  response: dataOf(
    z.object({
      packets: z.int(),
      same: z.int(),
      different: z.int(),
      /** The first fifty differences. */
      differences: z.array(
        z.object({
          deviceId: z.int(),
          deviceTitle: z.string(),
          receivedAt: isoTime,
          before: parseResult.pick({ variables: true, error: true }),
          after: parseResult.pick({ variables: true, error: true }),
        }),
      ),
      /** Average milliseconds per packet. */
      durationMs: z.object({ before: z.number(), after: z.number() }),
    }),
  ),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'DEVICEDRIVER_NO_DRAFT', 'DEVICEDRIVER_NOT_PUBLISHED'],
});

/** Imports a codec of one device in the format of the LoRa Alliance: its functions, and examples that become tests. */
export const importCodec = defineRoute({
  method: 'POST',
  path: '/api/v1/devicedrivers/{id}/import-codec',
  tag: driverTag,
  wire: driverWire,
  summary: 'Take over a LoRaWAN codec into the draft, with its examples as tests',
  permission: 'DeviceDriver.manage',
  params: ownParams,
  body: z.object({
    script: z.string().min(1).max(driverLimits.scriptLength),
    examples: z
      .array(
        z.object({
          type: z.enum(['uplink', 'downlink-decode', 'downlink-encode']),
          description: z.string().max(500).default(''),
          input: z.json(),
          output: z.json(),
        }),
      )
      .max(200)
      .default([]),
  }),
  bodyLimitBytes: driverLimits.bodyBytes,
  response: dataOf(z.object({ driver, tests: z.int() })),
  errors: ['DEVICEDRIVER_NOT_FOUND', 'SCRIPT_ERROR', 'DEVICEDRIVER_TOO_MANY_TESTS'],
});
