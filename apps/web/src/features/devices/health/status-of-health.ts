import type { Health } from '@stellwerk/contract/device';
import type { Status } from '@stellwerk/contract/twin';

/** The status of a device on maps and tiles, which know the statuses of twins only. */
export const statusOfHealth = (health: Health): Status => (health === 'invalid' ? 'warning' : health);
