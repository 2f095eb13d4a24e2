/**
 * Makes the table at the end: each step, the longest first, with the seconds that it took (`seconds`) and those of
 * processor time (`cpuSeconds`, undefined if they could not be measured), and the sum. `seconds`, `cores`: of the run.
 */
export function timesTable(steps, { seconds, cores }) {
  const known = steps.filter(({ cpuSeconds }) => cpuSeconds !== undefined);
  const cpu = known.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const busy = Math.round((100 * cpu) / (seconds * cores));
  return [
    '  seconds  CPU seconds  step',
    ...steps.toSorted((a, b) => b.seconds - a.seconds).map(({ name, ...used }) => line(used, name)),
    line({ seconds, cpuSeconds: cpu }, `all of it, with ${busy} % of ${cores} cores`),
  ];
}

function line({ seconds, cpuSeconds }, what) {
  const cpu = cpuSeconds === undefined ? '?' : Math.round(cpuSeconds);
  return `${`${Math.round(seconds)}`.padStart(9)}${`${cpu}`.padStart(13)}  ${what}`;
}

/**
 * Reads the seconds of processor time of a shell's children from what its command `times` prints: a line about itself,
 * and a line such as `1m2.500s 0m0.250s` about them. Undefined if it printed something else.
 */
export function cpuSecondsOf(times) {
  const [, ofChildren = ''] = times.trim().split('\n');
  const parts = ofChildren.split(' ').map((part) => /^(\d+)m(\d+)[.,](\d+)s$/.exec(part));
  if (parts.length !== 2 || parts.includes(null)) return undefined;
  return parts.reduce((sum, [, minutes, whole, part]) => sum + 60 * Number(minutes) + Number(`${whole}.${part}`), 0);
}
