import { ConnectorProblem, type JsonValue, type Reason, type Running } from '@stellwerk/plugin/connector-server';

const mask = '•••';
/** Shorter values occur in any text by chance. */
const shortest = 6;

/** The part of a Base64 text that contains the value, whatever stands before it: user names do in `Basic` headers. */
function base64Parts(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return part.length > shortest ? [part] : [];
  });
}

const writtenAs = (value: string) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  ...base64Parts(value),
];

/**
 * Masks the secrets of a connector in what its peer answers: services that echo a request would otherwise show secrets,
 * which nobody can read here, to everybody who may press a button.
 */
export function createRedaction(secrets: Readonly<Record<string, string>>) {
  const values = Object.values(secrets).filter((value) => value.length >= shortest);
  // The longest first, because one secret may contain another.
  const texts = [...new Set(values.flatMap(writtenAs))].sort((a, b) => b.length - a.length);

  const inText = (text: string): string => texts.reduce((safe, secret) => safe.replaceAll(secret, mask), text);

  function inValue(value: JsonValue): JsonValue {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [inText(name), inValue(inner)]));
  }

  const inReason = ({ code, params }: Reason): Reason => ({
    code,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? inText(value) : value]),
    ),
  });

  async function guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      const { code, params } = inReason(error.reason);
      throw new ConnectorProblem(code, params, error.retry);
    }
  }

  return {
    inReason,
    /** The same connection, whose answers and problems contain no secret. */
    running({ stop, send, sendDownlink }: Running): Running {
      return {
        stop,
        ...(send ? { send: async (command) => inValue(await guarded(send(command))) } : {}),
        ...(sendDownlink ? { sendDownlink: (downlink) => guarded(sendDownlink(downlink)) } : {}),
      };
    },
  };
}
