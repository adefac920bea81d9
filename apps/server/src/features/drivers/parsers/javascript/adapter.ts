import type { JsonObject, Parsed } from '../../../../ingest/ports.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import type { bytesOf } from '../bytes.ts';
import type { createReading } from '../parser-result.ts';

type Callable = (...values: unknown[]) => unknown;

/** Functions that a script may define, found by name. */
export interface Offered {
  exported: unknown;
  driver: unknown;
  decodeUplink: unknown;
  Decode: unknown;
  Decoder: unknown;
}

type Convention = 'decodeUplink' | 'Decode' | 'Decoder';

/** `meta` is passed only to scripts that can use it, because it is most of a packet's size. */
export interface Call {
  payload: JsonValue;
  meta?: JsonObject;
  fPort: unknown;
  variables: unknown;
  receivedAt: number;
}

interface AdapterParts {
  reading: ReturnType<typeof createReading>;
  bytesOf: typeof bytesOf;
  warn(text: unknown): void;
}

/** Calls a script by its convention. Runs in the sandbox as source text, so it can't use variables outside its body. */
export function adapt(offered: Offered, { reading, bytesOf, warn }: AdapterParts) {
  const { exported, driver } = offered;
  const conventions = ['decodeUplink', 'Decode', 'Decoder'] as const;

  /** An exported function follows a convention if the script declares it as one, or it has its name. */
  function conventionOf(found: object): Convention | undefined {
    return conventions.find((name) => offered[name] === found || Reflect.get(found, 'name') === name);
  }

  /** An export under the name comes before a declaration, because it may wrap the declared function. */
  function find(name: Convention): Callable | undefined {
    for (const holder of [exported, offered, driver]) {
      const found: unknown = Object(holder)[name];
      if (typeof found === 'function') {
        return holder === offered
          ? (...values) => found(...values)
          : (...values) => Reflect.apply(found, holder, values);
      }
    }
    const isItself = typeof exported === 'function' && conventionOf(exported) === name;
    return isItself ? (...values) => exported(...values) : undefined;
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
    const decodeUplink = find('decodeUplink');
    const Decode = find('Decode');
    const Decoder = find('Decoder');
    if (!decodeUplink && !Decode && !Decoder) {
      if (typeof exported === 'function') return finish(exported(payload, meta), reading.read);
      throw new TypeError('The script has neither decodeUplink, Decode or Decoder nor module.exports = function');
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
