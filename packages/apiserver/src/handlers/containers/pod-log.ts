import { badRequest, type ContainerOutput, internalError, messageOfThrown } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import type { Reply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { getObject } from '../get.ts';
import { containerName, hasNode, imageOf, onRunEnd, runWithOutput } from './container-of-pod.ts';
import { readLogOptions } from './log-options.ts';
import { noContainers } from './no-containers.ts';
import { createLineWriter, type LineSelection, selectPrinted } from './select-lines.ts';

/** Lines are joined to pieces of about this many bytes. */
const PIECE_BYTES = 32 * 1024;

/** Handles GET of a Pod's log: what a container has printed, and with `follow` what it prints until it ends. */
export function handlePodLog(call: Call): Reply {
  const { server, request, endpoint } = call;
  const options = readLogOptions(request.query, endpoint.name);
  const pod = getObject(call);
  const container = containerName(pod, options.container);
  if (!hasNode(call, pod)) return { type: 'raw', status: 204, contentType: undefined, body: new Uint8Array() };
  if (!server.containers) return noContainers(call);
  const run = runWithOutput(pod, container, options.previous);
  if (typeof run === 'string') return refuse(badRequest(run));
  const { restartCount, startedAt } = run;
  const target = { pod, container, image: imageOf(pod, container), restartCount, startedAt };
  const { sinceSeconds, sinceTime = sinceSeconds && server.clock.now() - sinceSeconds * 1000 } = options;
  const selection = { ...options, since: sinceTime };
  let output: ContainerOutput;
  try {
    output = server.containers.logs(target);
  } catch (error) {
    return refuse(internalError(messageOfThrown(error)));
  }
  if (!options.follow || run.ended) return streamed(printedBytes(output, selection));
  const uid = stringOf(pod.metadata.uid);
  const untilEnd = (ended: () => void): (() => void) => onRunEnd(call, { container, restartCount, uid }, ended);
  return streamed(followedBytes(output, selection, untilEnd, request.signal));
}

function streamed(body: AsyncIterable<Uint8Array>): Reply {
  return { type: 'stream', contentType: 'text/plain', body };
}

/** Writes what is printed, as fast as the client reads. */
async function* printedBytes(
  { printed }: Pick<ContainerOutput, 'printed'>,
  selection: LineSelection,
  writer = createLineWriter(selection),
): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const line of selectPrinted(printed, selection)) {
    if (writer.isFull()) break;
    const bytes = writer.write(line);
    piece.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield concatBytes(piece, length);
    piece = [];
    length = 0;
  }
  if (length > 0) yield concatBytes(piece, length);
}

/** Writes what is printed and what follows. `untilEnd`: calls a function when the container's run is over. */
async function* followedBytes(
  output: ContainerOutput,
  selection: LineSelection,
  untilEnd: (ended: () => void) => () => void,
  client: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const forget = untilEnd(end);
  client?.addEventListener('abort', end, { once: true });
  if (client?.aborted) end();
  const writer = createLineWriter(selection);
  try {
    yield* printedBytes(output, selection, writer);
    if (writer.isFull()) return;
    for await (const line of output.follow(over.signal)) {
      yield writer.write(line);
      if (writer.isFull()) return;
    }
  } finally {
    forget();
    client?.removeEventListener('abort', end);
    end();
  }
}
