/** The parts of a process that decide whether it prints in colour. */
export interface ColourSurroundings {
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether a process prints in colour: on a terminal that supports it. Honours `NO_COLOR` and `FORCE_COLOR`. */
export function showsColours({ stdout, stderr, env }: ColourSurroundings): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  // Errors go to the other stream, which can be a file while this one is a terminal.
  return (stdout.isTTY ?? false) && (stderr.isTTY ?? false) && env['TERM'] !== 'dumb';
}
