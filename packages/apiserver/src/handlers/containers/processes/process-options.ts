import type { JsonObject } from '@kb/apimachinery';
import { booleanParameter } from '../../../http/query.ts';
import { type ApiObject, stringOf } from '../../../objects/api-object.ts';

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

/** Reads the fields of PodExecOptions or PodAttachOptions from a query. */
export function readProcessOptions(query: URLSearchParams, kind: 'exec' | 'attach'): JsonObject {
  const command = query.getAll('command');
  const flags = ['stdin', 'stdout', 'stderr', 'tty'].map((name) => [name, booleanParameter(query, name)] as const);
  return {
    ...Object.fromEntries(flags),
    container: query.get('container') ?? '',
    ...(kind === 'exec' && { command: command.length > 0 ? command : null }),
  };
}

/** Returns what PodExecOptions or PodAttachOptions ask for. */
export function processOptionsOf({ container, stdin, stdout, stderr, tty, command }: ApiObject): ProcessOptions {
  return {
    container: stringOf(container),
    stdin: stdin === true,
    stdout: stdout === true,
    stderr: stderr === true && tty !== true,
    tty: tty === true,
    command: Array.isArray(command) ? command.map(stringOf) : [],
  };
}
