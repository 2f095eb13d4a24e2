import { formatTime } from '@kb/apimachinery';

const days = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The result for the last second: all responses of one second share it. */
let last = { second: Number.NaN, text: '' };

/** Formats an instant (milliseconds since the epoch) for HTTP headers: `Thu, 01 Jan 2026 00:00:00 GMT`. */
export function httpDate(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== last.second) last = { second, text: formatHttpDate(epochMs) };
  return last.text;
}

function formatHttpDate(epochMs: number): string {
  const [year = '', month = '', day = '', time = ''] = formatTime(epochMs).split(/[-TZ]/);
  const weekday = days[Math.floor(epochMs / 86_400_000) % 7] ?? '';
  return `${weekday}, ${day} ${months[Number(month) - 1] ?? ''} ${year} ${time} GMT`;
}
