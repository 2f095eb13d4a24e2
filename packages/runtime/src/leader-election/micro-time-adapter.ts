/**
 * An instant (milliseconds since the epoch) as metav1.MicroTime has it: `2026-01-02T03:04:05.006000Z`. The same as
 * `formatMicroTime` of @kb/apimachinery for whole milliseconds, which clocks give: the thread that renews the lease
 * loads no other package.
 */
export const microTime = (epochMs: number): string => `${new Date(Math.floor(epochMs)).toISOString().slice(0, -1)}000Z`;
