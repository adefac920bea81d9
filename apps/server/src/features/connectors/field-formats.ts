import type { FieldMapping } from '@stellwerk/contract/field-mapping';
import type { JsonValue } from '@stellwerk/plugin/connector-server';

/** Of texts that are searched for a number: a field may refer to any part of a message. */
const maxNumberLength = 100;
const numberText = /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i;

/** Some versions of network servers send numbers as text. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isNumber = typeof value === 'string' && value.length <= maxNumberLength && numberText.test(value);
  return isNumber ? Number(value) : undefined;
}

const hertzPerMegahertz = 1_000_000;
const dataRateText = /^\s*SF\s?(\d{1,2})(?!\d)/i;

/** Reads the spreading factor from data rates such as `SF9BW125` and `SF9 BW125 4/5`. */
function spreadingFactorOf(value: JsonValue): number | undefined {
  const isName = typeof value === 'string' && value.length <= maxNumberLength;
  return numberOf(isName ? (dataRateText.exec(value)?.[1] ?? value) : value);
}

/** Paths of the same value in the messages of different networks; the first existing path is used. */
const gatewayPaths = {
  gweui: [['gweui'], ['gateway_ids', 'eui'], ['gateway_ids', 'gateway_id'], ['gatewayId'], ['Lrrid'], ['id']],
  rssi: [['rssi'], ['LrrRSSI']],
  lsnr: [['lsnr'], ['snr'], ['LrrSNR']],
  time: [['time'], ['gwTime'], ['reported_at'], ['ts']],
} as const;

const own = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;

function factOf(gateway: JsonValue, name: keyof typeof gatewayPaths): JsonValue | undefined {
  for (const path of gatewayPaths[name]) {
    const value = path.reduce<JsonValue | undefined>(own, gateway);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Far more than receive one message. */
export const maxGateways = 100;

/** The gateways that received a message, in the form that parsers expect. A single gateway may be an object instead of a list. */
function gatewaysOf(value: JsonValue): JsonValue | undefined {
  const all = (Array.isArray(value) ? value.slice(0, maxGateways) : [value]).flatMap((gateway) => {
    const [gweui, time] = [factOf(gateway, 'gweui'), factOf(gateway, 'time')];
    const [rssi, lsnr] = [numberOf(factOf(gateway, 'rssi')), numberOf(factOf(gateway, 'lsnr'))];
    if (gweui === undefined) return [];
    return [
      {
        gweui,
        ...(rssi === undefined ? {} : { rssi }),
        ...(lsnr === undefined ? {} : { lsnr }),
        ...(time === undefined ? {} : { time }),
      },
    ];
  });
  return all.length > 0 ? all : undefined;
}

/** A value of the metadata; undefined if the message has it in another form. */
export function readValue(
  value: JsonValue | undefined,
  format: FieldMapping['meta'][number]['format'],
): JsonValue | undefined {
  if (value === undefined || format === 'value') return value;
  if (format === 'gateways') return gatewaysOf(value);
  if (format === 'spreadingFactor') return spreadingFactorOf(value);
  const number = numberOf(value);
  return format === 'hertz' && number !== undefined ? number / hertzPerMegahertz : number;
}
