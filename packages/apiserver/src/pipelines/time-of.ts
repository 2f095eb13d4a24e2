import { formatTime, type Time } from '@kb/apimachinery';
import type { ServerContext } from '../context/server-context.ts';

/** The time now, as objects carry it. */
export function timeOf(server: ServerContext): Time {
  return formatTime(server.clock.now());
}
