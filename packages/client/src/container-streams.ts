import type { Time } from '@kb/apimachinery';
import type { CallOptions } from './call-options.ts';

/** What a process or a port reads: a text, bytes, or an async iterable of both, such as a web or a Node stream. */
export type StreamInput = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/**
 * Where output goes: a web WritableStream (`Writable.toWeb(process.stdout)`), or a function that is called with each
 * chunk. The next chunk is read when it has taken this one, so that slow output slows the process down. It is not
 * closed.
 */
export type StreamOutput = ((chunk: Uint8Array) => void | Promise<void>) | OutputStream;

/** The part of a WritableStream that is used. */
export interface OutputStream {
  getWriter(): { write(chunk: Uint8Array): Promise<void>; releaseLock(): void };
}

/** Options of {@link Client.logs}. */
export interface LogOptions extends CallOptions {
  /** The container. Default: the only one, or that of the annotation `kubectl.kubernetes.io/default-container`. */
  container?: string;
  /** Waits for further lines until the container ends. Default: false. */
  follow?: boolean;
  /** The last lines only. Default: all. */
  tailLines?: number;
  /** Lines of the last seconds only. Default: all. */
  sinceSeconds?: number;
  /** Lines since this time only (RFC 3339), in whole seconds. Default: all. */
  sinceTime?: Time;
  /** The log of the run of the container before its last restart. Default: false. */
  previous?: boolean;
  /** Begins each line with its time (RFC 3339) and a space. Default: false. */
  timestamps?: boolean;
  /** The maximum number of bytes. Default: all. */
  limitBytes?: number;
  /** Lets the API server skip the check of the kubelet's certificate. Default: false. */
  insecureSkipTLSVerifyBackend?: boolean;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Options of {@link Client.attach}. */
export interface AttachOptions extends CallOptions {
  /** The container. Default: that of the annotation `kubectl.kubernetes.io/default-container`, or the first one. */
  container?: string;
  /**
   * The input of the process; its end ends the input. Servers before Kubernetes 1.30 cannot pass the end on:
   * the process keeps waiting. Default: none.
   */
  stdin?: StreamInput;
  /** Where the output goes. Default: it is collected in the result. */
  stdout?: StreamOutput;
  /** Where the error output goes; with `tty`, it is part of the output. Default: it is collected in the result. */
  stderr?: StreamOutput;
  /** Gives the process a terminal. Default: false. */
  tty?: boolean;
  /** Sizes of the terminal, as they change. Default: the container's own. */
  resize?: AsyncIterable<TerminalSize>;
  /**
   * The most output that the result collects, in bytes of each stream; more than that is a StreamError
   * (`KB_OUTPUT_TOO_LONG`). Default: 16 MiB.
   */
  maxOutput?: number;
}

/** Options of {@link Client.exec}. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments. No shell reads them. */
  command: readonly string[];
}

/** The result of a process. */
export interface ExecResult {
  /** The exit code; 0 is success. */
  readonly exitCode: number;
  /** The output as text (UTF-8); empty if it went elsewhere. */
  readonly stdout: string;
  /** The error output as text (UTF-8); empty if it went elsewhere. */
  readonly stderr: string;
}

/**
 * The log of a container, which is requested when it is iterated; each iteration sends a separate request. Iterates
 * over its lines, without line ends. A slow reader slows the server down; leaving the loop ends the request. Lines
 * longer than 1 Mi characters come in pieces of about that length.
 */
export interface LogStream extends AsyncIterable<string> {
  /** The log as bytes, in chunks as they arrive. */
  bytes(): AsyncIterable<Uint8Array>;
  /** The whole log as one text. */
  text(): Promise<string>;
}

/** A connection to a port of a Pod. */
export interface PortConnection extends AsyncDisposable {
  /**
   * What the Pod sends, in chunks. A slow reader slows the Pod down. Ends when the Pod ends the connection; throws a
   * StreamError (`KB_PORT_FORWARD_FAILED`) if the node cannot connect to the port. Can be iterated once; leaving the
   * iteration closes the connection.
   */
  readonly readable: AsyncIterable<Uint8Array>;
  /** Sends bytes. Resolves when the connection takes more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes both directions. May be called more than once. */
  close(): void;
}
