import {
  createVirtualClock,
  type HttpRequest,
  type HttpResponse,
  settleEventLoop,
  type Transport,
} from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { growthOf, megabytes } from '../judge.ts';
import { collectGarbage } from '../leak-watch.ts';

/** One object that is updated again and again: what the server keeps of it must not grow. */
export interface MemorySoak {
  readonly name: string;
  /** Of the object, about. */
  readonly bytes: number;
  /** Whether the event loop turns after each update. Without a turn, nothing that a WeakRef refers to is collected. */
  readonly turns: boolean;
  /** So many updates fill what the server keeps up to a limit, such as the history of watches. */
  readonly filled: number;
}

/** The soaks of memory. */
export const memorySoaks: readonly MemorySoak[] = [
  { name: 'updates of an object of 1 MB', bytes: 1_000_000, turns: true, filled: 100 },
  {
    name: 'updates of an object of 10 KB without a turn of the event loop',
    bytes: 10_000,
    turns: false,
    filled: 8000,
  },
];

/** The results of a memory soak. */
export interface MemoryResult {
  /** How many updates a watch has seen. */
  readonly watched: number;
  /** The bytes in use after each part of the updates; the first is measured when what has a limit is full. */
  readonly used: readonly number[];
}

/** In how many parts the updates are measured. */
const PARTS = 8;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const NEW_LINE = 10;

/** Updates `times` as often as it takes to fill what has a limit, and measures the memory on the way. */
export async function runMemorySoak({ bytes, turns, filled }: MemorySoak, times: number): Promise<MemoryResult> {
  const { transport, stop } = createApiServer({ clock: createVirtualClock() });
  await send(transport, 'POST', CONFIG_MAPS, bodyOf(0, bytes));
  const watch = await startWatch(transport);
  const loop = watchLoop();
  const used: number[] = [];
  let written = 0;
  const update = async (count: number): Promise<void> => {
    for (const end = written + count; written < end; written += 1) {
      await send(transport, 'PUT', `${CONFIG_MAPS}/soaked`, bodyOf(written + 1, bytes));
      if (turns) await settleEventLoop(1);
    }
    if (!turns && loop.turned()) throw new Error('the event loop turned');
    used.push(bytesInUse());
  };
  await update(filled);
  for (let part = 0; part < PARTS; part += 1) await update(Math.ceil((filled * times) / PARTS));
  await settleEventLoop();
  watch.end();
  await stop();
  return { watched: watch.events(), used };
}

/** Returns the violated invariants; empty if all hold. What has a limit comes and goes below it. */
export function judgeMemory({ name, filled }: MemorySoak, { watched, used }: MemoryResult): string[] {
  const half = Math.ceil(used.length / 2);
  const faults = growthOf(Math.max(...used.slice(0, half)), Math.max(...used.slice(half)));
  if (watched < filled) faults.push(`a watch saw ${watched} updates only`);
  return faults.map((fault) => `${name}: ${fault}`);
}

/** A line of the report. */
export const memoryLine = ({ name }: MemorySoak, { watched, used }: MemoryResult): string =>
  `${name}: ${used.map(megabytes).join(', ')} in use; a watch saw ${watched}`;

function bodyOf(version: number, bytes: number): Uint8Array {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'soaked' },
    data: { version: String(version), text: 'x'.repeat(bytes) },
  };
  return new TextEncoder().encode(JSON.stringify(object));
}

async function send(transport: Transport, method: string, path: string, body: Uint8Array): Promise<void> {
  const request: HttpRequest = { method, path, headers: { 'content-type': 'application/json' }, body };
  const response: HttpResponse = await transport.send(request);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status}`);
}

/** A watch from the beginning, whose events are counted. */
async function startWatch(transport: Transport): Promise<{ events(): number; end(): void }> {
  const controller = new AbortController();
  const request = { method: 'GET', path: `${CONFIG_MAPS}?watch=1`, headers: {} };
  const { body } = await transport.send(request, controller.signal);
  if (body instanceof Uint8Array) throw new Error('not a watch');
  let events = 0;
  const follow = async (): Promise<void> => {
    for await (const chunk of body) for (const byte of chunk) if (byte === NEW_LINE) events += 1;
  };
  follow().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return { events: () => events, end: () => controller.abort() };
}

/** Sees whether the event loop has turned. */
function watchLoop(): { turned(): boolean } {
  let turned = false;
  setImmediate(() => (turned = true));
  return { turned: () => turned };
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
