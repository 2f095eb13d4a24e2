/**
 * Formats a time (milliseconds since the epoch) as metav1.MicroTime: `2026-01-02T03:04:05.006000Z`. For whole
 * milliseconds, which clocks return, it equals `formatMicroTime` of @kb/apimachinery: the thread that renews the lease
 * loads no other package.
 */
export const microTime = (epochMs: number): string => `${new Date(Math.floor(epochMs)).toISOString().slice(0, -1)}000Z`;
