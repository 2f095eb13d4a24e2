import { booleanParameter } from '../../../http/query.ts';

/** What a client wants to connect with: core/v1 PodExecOptions and PodAttachOptions. */
export interface ProcessOptions {
  /** Empty: the only container. */
  readonly container: string;
  readonly stdin: boolean;
  readonly stdout: boolean;
  /** False with a terminal, which has only one output. */
  readonly stderr: boolean;
  readonly tty: boolean;
  /** Empty for attach. */
  readonly command: readonly string[];
}

/** Reads the options of exec and attach. */
export function readProcessOptions(query: URLSearchParams): ProcessOptions {
  const tty = booleanParameter(query, 'tty');
  return {
    container: query.get('container') ?? '',
    stdin: booleanParameter(query, 'stdin'),
    stdout: booleanParameter(query, 'stdout'),
    stderr: booleanParameter(query, 'stderr') && !tty,
    tty,
    command: query.getAll('command'),
  };
}
