import { isJsonObject, parseJson } from '@kb/apimachinery/codec';
import { type ObjectKeyLike, type Status, StatusError } from '@kb/apimachinery';
import { StreamError } from '../errors/stream-error.ts';
import { asStatus } from '../response/failure-status.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import { openChannel } from './open-channel.ts';
import { type OutputSink, outputSink } from './output-sink.ts';
import { podTarget } from './pod-target.ts';
import { bytesOf, partsOf, pump, sendOn } from './send-input.ts';
import type { WebSocketChannel } from './web-socket.ts';
import type { AttachOptions, ExecOptions, ExecResult } from '../container-streams.ts';

/** The protocols, the newest first: it can tell the process that its input ended. */
const CLOSING_PROTOCOL = 'v5.channel.k8s.io';
const protocols = [CLOSING_PROTOCOL, 'v4.channel.k8s.io'];

/** The channels of the protocol: the first byte of every message. */
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const RESULT = 3;
const RESIZE = 4;
const CLOSE = 255;

/** The longest result that a server may send, in bytes. */
const MAX_RESULT = 1 << 20;
/** After how many parts a result is parsed only when the stream ends. */
const MAX_ATTEMPTS = 100;

/** Runs a command in a container. */
export function execInPod(config: RestConfig, key: ObjectKeyLike, options: ExecOptions): Promise<ExecResult> {
  return runStreams(config, key, 'exec', options, options.command);
}

/** Attaches to the process of a container. */
export function attachToPod(config: RestConfig, key: ObjectKeyLike, options: AttachOptions = {}): Promise<ExecResult> {
  return runStreams(config, key, 'attach', options, []);
}

async function runStreams(
  config: RestConfig,
  key: ObjectKeyLike,
  subresource: 'exec' | 'attach',
  options: AttachOptions,
  command: readonly string[],
): Promise<ExecResult> {
  const { container, stdin, tty = false } = options;
  const query: [string, string | boolean][] = command.map((part) => ['command', part]);
  if (container !== undefined) query.push(['container', container]);
  query.push(['stdin', stdin !== undefined], ['stdout', true], ['stderr', !tty], ['tty', tty]);
  const socket = await openChannel(config, { ...podTarget(key, subresource), query }, protocols, options);
  const sinks = [outputSink(options.stdout, options.maxOutput), outputSink(options.stderr, options.maxOutput)] as const;
  let failure: { readonly error: unknown } | undefined;
  const inputs = startInputs(socket, options, (error) => {
    failure ??= { error };
    socket.close();
  });
  try {
    const status = await receive(socket, sinks);
    const [stdout, stderr] = sinks;
    const exitCode = exitCodeOf(status);
    return { exitCode, stdout: stdout.finish(), stderr: stderr.finish() };
  } catch (error) {
    for (const sink of sinks) sink.finish();
    throw options.signal?.aborted ? options.signal.reason : failure === undefined ? error : failure.error;
  } finally {
    for (const input of inputs) input.stop();
    socket.close();
  }
}

/** Starts to send the input and the sizes of the terminal; `onError` gets what the caller's iterables throw. */
function startInputs(
  socket: WebSocketChannel,
  { stdin, tty, resize }: AttachOptions,
  onError: (error: unknown) => void,
): { stop(): void }[] {
  const inputs: { readonly done: Promise<void>; stop(): void }[] = [];
  if (stdin !== undefined) {
    const input = pump(partsOf(stdin), (part) => sendOn(socket, STDIN, bytesOf(part)));
    const done = input.done.then(() =>
      socket.protocol === CLOSING_PROTOCOL ? socket.send(Uint8Array.of(CLOSE, STDIN)) : undefined,
    );
    inputs.push({ ...input, done });
  }
  if (tty && resize !== undefined) {
    inputs.push(
      pump(resize, ({ columns, rows }) => {
        const size = JSON.stringify({ Width: columns, Height: rows });
        return sendOn(socket, RESIZE, new TextEncoder().encode(size));
      }),
    );
  }
  for (const { done } of inputs) {
    done.catch((error: unknown) => {
      // A process may end before its input does. The result says how it ended.
      if (!isClosed(error)) onError(error);
    });
  }
  return inputs;
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'KB_CONNECTION_LOST';

/** Passes output on until the result arrives. */
async function receive(socket: WebSocketChannel, [stdout, stderr]: readonly [OutputSink, OutputSink]): Promise<Status> {
  let result = '';
  let attempts = 0;
  const decoder = new TextDecoder();
  for await (const message of socket.messages) {
    const payload = message.subarray(1);
    if (payload.length === 0) continue;
    switch (message[0]) {
      case STDOUT:
        await stdout.write(payload);
        break;
      case STDERR:
        await stderr.write(payload);
        break;
      case RESULT: {
        result += decoder.decode(payload, { stream: true });
        if (result.length > MAX_RESULT) throw tooLong(result.length);
        // The server sends it after all output, and nearly always whole: a result of many parts is parsed at the end.
        attempts += 1;
        const status = attempts > MAX_ATTEMPTS ? undefined : statusOf(result);
        if (status !== undefined) return status;
        break;
      }
      default:
    }
  }
  const status = statusOf(result);
  if (status !== undefined) return status;
  const end = result === '' ? 'without a result' : `with something other than a Status as its result`;
  throw new StreamError('KB_STREAM_ENDED', `the server closed the stream ${end}: the process may still run`);
}

const tooLong = (length: number): StreamError =>
  new StreamError('KB_STREAM_ENDED', `the server sent a result of ${length} characters: the process may still run`);

/** Parses a result; undefined if it is incomplete. */
function statusOf(text: string): Status | undefined {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return undefined;
    if (value['status'] === 'Success') return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Success' };
    // The container runtime leaves the kind out.
    return asStatus({ kind: 'Status', ...value });
  } catch {
    return undefined;
  }
}

/** Returns the exit code that a Status has. Throws the StatusError of a process that did not run to its end. */
function exitCodeOf(status: Status): number {
  if (status.status === 'Success') return 0;
  const cause = status.details?.causes?.find(({ reason }) => reason === 'ExitCode');
  const code = Number(cause?.message);
  if (status.reason === 'NonZeroExitCode' && Number.isInteger(code)) return code;
  throw new StatusError(status);
}
