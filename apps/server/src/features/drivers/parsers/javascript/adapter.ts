import type { JsonObject, Parsed } from '../../../../ingest/ports.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import type { bytesOf } from '../bytes.ts';
import type { createReading } from '../reading.ts';

type Callable = (...values: unknown[]) => unknown;

/** What a script may offer, each found by its name among its declarations. */
export interface Offered {
  exported: unknown;
  decodeUplink: unknown;
  Decode: unknown;
  Decoder: unknown;
}

/** `meta` only for scripts that could take it: it is most of a packet's text. */
export interface Call {
  payload: JsonValue;
  meta?: JsonObject;
  fPort: unknown;
  variables: unknown;
  receivedAt: number;
}

export interface AdapterParts {
  reading: ReturnType<typeof createReading>;
  bytesOf: typeof bytesOf;
  warn(text: unknown): void;
}

/**
 * Calls a script in the convention that it follows. Evaluated inside the sandbox, as source text: it may use nothing
 * outside of itself.
 */
export function adapt(offered: Offered, { reading, bytesOf, warn }: AdapterParts) {
  const { exported } = offered;

  function find(name: 'decodeUplink' | 'Decode' | 'Decoder'): Callable | undefined {
    const found = offered[name] ?? Object(exported)[name];
    return typeof found === 'function' ? found : undefined;
  }

  function finish(result: unknown, read: (result: unknown) => Parsed): Parsed | PromiseLike<Parsed> {
    const then: unknown = Object(result).then;
    return typeof then === 'function' ? Promise.resolve(result).then(read) : read(result);
  }

  function readCodec(result: unknown): Parsed {
    const { warnings } = Object(result);
    if (Array.isArray(warnings)) for (const warning of warnings) warn(warning);
    return reading.readCodec(result);
  }

  return ({ payload, meta, fPort, variables = {}, receivedAt }: Call): Parsed | PromiseLike<Parsed> => {
    if (typeof exported === 'function') return finish(exported(payload, meta), reading.read);
    const decodeUplink = find('decodeUplink');
    const Decode = find('Decode');
    const Decoder = find('Decoder');
    if (!decodeUplink && !Decode && !Decoder) {
      throw new TypeError('The script has neither module.exports = function nor decodeUplink, Decode or Decoder');
    }
    const read = bytesOf(payload);
    if (!read.ok) return { ok: false, reason: { code: read.code, params: {} } };
    const { bytes } = read;
    if (decodeUplink) {
      const input = { bytes, fPort, recvTime: new Date(receivedAt), variables };
      return finish(decodeUplink(input), readCodec);
    }
    const result = Decode ? Decode(fPort, bytes, variables) : Decoder?.(bytes, fPort);
    return finish(result, reading.read);
  };
}
