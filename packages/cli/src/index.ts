/** The `kb` command as a function, for tools that call it in process. @module */
export { CliError } from './cli-error.ts';
export type { CliErrorCode } from './error-codes.ts';
export type { CommandContext } from './command-line/command.ts';
export { main } from './main.ts';
export { createTerminal, type Terminal } from './terminal/terminal.ts';
