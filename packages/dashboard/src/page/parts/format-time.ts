const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An age as kubectl writes it: `45s`, `3m20s`, `5h`, `12d`, `2y`. */
export function formatAge(ms: number): string {
  if (ms < 0) return '0s';
  if (ms < 2 * MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < 10 * MINUTE) return twoUnits(ms, MINUTE, 'm', SECOND, 's');
  if (ms < 3 * HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < 8 * HOUR) return twoUnits(ms, HOUR, 'h', MINUTE, 'm');
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`;
  if (ms < 8 * DAY) return twoUnits(ms, DAY, 'd', HOUR, 'h');
  if (ms < 2 * 365 * DAY) return `${Math.floor(ms / DAY)}d`;
  return `${Math.floor(ms / (365 * DAY))}y`;
}

/** A duration: `0.4 ms`, `12 ms`, `1.3 s`, `4m5s`. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  return formatAge(ms);
}

/** The time of day with milliseconds: `14:03:27.041`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/** Bytes: `812 KB`, `31 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

function twoUnits(ms: number, large: number, largeSign: string, small: number, smallSign: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${largeSign}${rest === 0 ? '' : `${rest}${smallSign}`}`;
}
