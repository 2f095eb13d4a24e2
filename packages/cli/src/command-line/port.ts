import { CliError } from '../cli-error.ts';

/** Parses `--port`; if absent, 0, which takes a free port. Throws a CliError for anything but a port. */
export function readPort(text: string | undefined): number {
  const port = Number(text ?? '0');
  if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CliError('KB_WRONG_FLAGS', `--port is a number from 0 to 65535, not "${text}"`, { exitCode: 2 });
}

/** Converts the error that a port is in use to a CliError; returns any other error unchanged. */
export function portError(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error) || (error.code !== 'EADDRINUSE' && error.code !== 'EACCES'))
    return error;
  const why = error.code === 'EACCES' ? 'this user may not listen on it' : 'something else listens on it';
  return new CliError('KB_PORT_UNAVAILABLE', `port ${port} of 127.0.0.1 cannot be used: ${why}`, {
    hint: 'Choose another with --port, or 0 for a free one.',
    cause: error,
  });
}
