import { parseArgs } from 'node:util';
import { UsageError } from '../command.ts';

export interface SimulateOptions {
  devices: number;
  /** Messages per second of all devices together. */
  rate: number;
  profile: string | undefined;
  /** Undefined: runs until interrupted. */
  seconds: number | undefined;
  url: string | undefined;
  keep: boolean;
}

const limits = { devices: 200_000, rate: 100_000, seconds: 86_400 };

function numberIn(name: keyof typeof limits, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= limits[name]) return number;
  throw new UsageError(`--${name} takes a number from 1 to ${limits[name]}.`);
}

function urlIn(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError('--url takes an address such as http://127.0.0.1:8080.');
}

/** Undefined if help was requested. */
export function readOptions(args: string[]): SimulateOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '100' },
      rate: { type: 'string', default: '10' },
      profile: { type: 'string' },
      seconds: { type: 'string' },
      url: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    devices: numberIn('devices', values.devices),
    rate: numberIn('rate', values.rate),
    profile: values.profile,
    seconds: values.seconds === undefined ? undefined : numberIn('seconds', values.seconds),
    url: values.url === undefined ? undefined : urlIn(values.url),
    keep: values.keep,
  };
}

export const help = `Sends messages of virtual devices to the program that runs here, over the network, as real devices would.

  --devices N   how many devices (100); they stand in an account "Simulation" of their own
  --rate N      messages a second of all of them together (10)
  --profile K   the make of sensor, as /simulator lists them; one that sends on change alone sends less than the rate
  --seconds N   for so long; without it until Ctrl-C
  --url U       where the program answers (http://127.0.0.1:PORT); it must use the database of this environment
  --keep        leave account and devices behind

A line a second tells what was sent and refused, how long answers took, and how many packets wait to be applied.`;
