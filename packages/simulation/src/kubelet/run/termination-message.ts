import type { LivePod } from '../../shared/kinds.ts';
import type { ContainerLogs, LiveContainer } from '../options/container-behavior.ts';
import type { NodeSettings } from '../options/node-options.ts';
import type { ContainerRun } from './container-run.ts';
import { allContainers } from './pod-run.ts';

/** The most bytes of a container's message, of the messages of a Pod together, and of a log that becomes a message. */
const MOST_BYTES = 4096;
const MOST_BYTES_OF_POD = 12_288;
const MOST_BYTES_OF_LOG = 2048;
const MOST_LINES_OF_LOG = 80;

/** The run of a container that ends. */
interface EndingRun {
  readonly pod: LivePod;
  readonly container: LiveContainer;
  readonly settings: NodeSettings;
  readonly run: Pick<ContainerRun, 'restartCount'>;
}

/**
 * Returns the message with which a container ends: what its process wrote to its termination log, or the end of its
 * log if it failed without a message and its policy is FallbackToLogsOnError. `byItself`: it was not stopped, so that
 * it could write its message. Empty without a message.
 */
export function terminationMessage(
  { pod, container, settings, run: { restartCount } }: EndingRun,
  { exitCode, byItself }: { readonly exitCode: number; readonly byItself: boolean },
): { readonly message?: string } {
  const context = { pod, container, restartCount };
  const { terminationMessage: written = '', logs = [] } = settings.behaviorOf(context);
  const own = byItself && container.terminationMessagePath !== '' ? endOf(written, MOST_BYTES) : '';
  const fallsBack = container.terminationMessagePolicy === 'FallbackToLogsOnError' && exitCode !== 0;
  const message = own === '' && fallsBack ? endOfLog(typeof logs === 'function' ? logs(context) : logs) : own;
  const share = Math.floor(MOST_BYTES_OF_POD / allContainers(pod).length);
  return message === '' ? {} : { message: beginningOf(message, share) };
}

function endOfLog(logs: ContainerLogs): string {
  const all =
    typeof logs === 'string' ? logs : logs.map((line) => (typeof line === 'string' ? line : line.text)).join('\n');
  const lines = all.replace(/\n$/, '').split('\n').slice(-MOST_LINES_OF_LOG);
  return all === '' ? '' : endOf(`${lines.join('\n')}\n`, MOST_BYTES_OF_LOG);
}

/** The last bytes of a text; a character that is cut is left out. */
function endOf(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.byteLength <= most) return text;
  let from = bytes.byteLength - most;
  while (isInCharacter(bytes[from])) from += 1;
  return new TextDecoder().decode(bytes.subarray(from));
}

/** The first bytes of a text; a character that is cut is left out. */
function beginningOf(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.byteLength <= most) return text;
  let to = most;
  while (isInCharacter(bytes[to])) to -= 1;
  return new TextDecoder().decode(bytes.subarray(0, to));
}

/** Whether a byte of UTF-8 continues a character. */
const isInCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
