import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '../resources.ts';
import { startPeer, untilReady, versionOf } from './peer.ts';

export interface Mosquitto {
  /** Includes the version. */
  name: string;
  port: number;
}

const open = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });

/** Debian installs it outside of the default PATH of users. */
const places = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'];

/**
 * Undefined if it is not installed (Debian: apt-get install mosquitto). Drops no messages and stores nothing on disk.
 */
export async function startMosquitto(): Promise<Mosquitto | undefined> {
  for (const program of places) {
    const version = versionOf(program, ['-h'], /version (\d+\.\d+\.\d+)/);
    if (version === undefined) continue;
    const port = await freePort();
    const config = join(await temporaryFolder(), 'mosquitto.conf');
    const lines = [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence false',
      'max_queued_messages 0',
      'set_tcp_nodelay true',
      'log_dest none',
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    const peer = startPeer(program, ['-c', config]);
    await untilReady('Mosquitto', peer, () => open(port));
    return { name: `Mosquitto ${version}`, port };
  }
  return undefined;
}
