import { createTerminal, type Terminal } from '../terminal/terminal.ts';

/** A terminal of so many columns, which keeps the lines that are printed. */
export function terminalOf(columns?: number): { terminal: Terminal; lines: string[] } {
  const lines: string[] = [];
  const quiet = { write: () => undefined };
  const base = createTerminal({ stdout: quiet, stderr: quiet, env: {}, pid: 0, kill: () => undefined });
  return { lines, terminal: { ...base, columns: () => columns, print: (text) => void lines.push(text) } };
}
