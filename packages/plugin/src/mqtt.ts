import type { Readable } from 'node:stream';
import type { OutgoingDownlink } from './connector-server.ts';

export { bodyOf } from './body.ts';

/** Larger packets close the connection. */
export const maxPacketBytes = 1_048_576;

/** Message to a device; the payload is hex. */
export const encodeDownlink = ({ port, payload, confirmed, gatewayIds }: OutgoingDownlink): Buffer =>
  Buffer.from(JSON.stringify({ port, payload: payload.toString('hex'), confirmed, gatewayIds }));

/** A device's name as one topic level: special characters are percent-encoded. */
export const topicLevelOf = (deviceId: string): string => deviceId.replace(/[+#/%\0]/g, encodeURIComponent);

/**
 * Calls back as soon as a packet announces more bytes than allowed (MQTT 3.1.1, 2.2.3), before they are buffered: the
 * parsers of our libraries would buffer up to 256 MB.
 */
export function watchPacketSize(stream: Readable, limitBytes: number, onTooLarge: () => void): void {
  let bodyLeft = 0;
  let isInLength = false;
  let length = 0;
  let factor = 1;
  stream.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyLeft > 0) {
        const skipped = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (!isInLength) {
        isInLength = true;
        length = 0;
        factor = 1;
        continue;
      }
      length += (byte & 127) * factor;
      factor *= 128;
      if ((byte & 128) === 0) {
        isInLength = false;
        bodyLeft = length;
      }
      if (length > limitBytes) return onTooLarge();
    }
  });
}
