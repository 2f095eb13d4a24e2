import { formatTime, type Time } from '@kb/apimachinery';
import type { ServerContext } from '../context/server-context.ts';

/** The current time, in the format of objects. */
export function timeOf(server: ServerContext): Time {
  return formatTime(server.clock.now());
}
