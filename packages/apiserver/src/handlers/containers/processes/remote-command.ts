import { badRequest, connectionPair } from '@kb/apimachinery';
import { type RawReply, type Reply, textReply } from '../../../answers/reply.ts';
import type { Call } from '../../../context/call.ts';
import { answerChannelRequest, isUpgradeRequest, isWebSocketRequest, listOf } from '../../../http/web-socket.ts';
import { type FrozenObject, stringOf } from '../../../objects/api-object.ts';
import { refuse } from '../../../refuse.ts';
import { authorizeConnection } from '../../authorize-creation.ts';
import { getObject } from '../../get.ts';
import { admitConnection } from '../admit-connection.ts';
import { containerName, currentRun, hasNode, imageOf, onRunEnd } from '../container-of-pod.ts';
import { noContainers, refuseDryRun } from '../no-containers.ts';
import { answerSpdyRequest } from '../spdy-handshake.ts';
import { closedBy } from '../closed-by.ts';
import { openSpdySession, spdyProtocols } from './spdy-session.ts';
import { type ProcessOptions, processOptionsOf, readProcessOptions } from './process-options.ts';
import { type ProcessRequest, type ProcessSession, runProcess } from './run-process.ts';
import { CLOSING_PROTOCOL, kubeletProtocols, openWebSocketSession } from './web-socket-session.ts';

/** Handles exec and attach: connects a client with a process in a container, by the protocol that it asks for. */
export async function handleRemoteCommand(call: Call, kind: ProcessRequest['kind']): Promise<Reply> {
  const { request, endpoint, server } = call;
  refuseDryRun(call);
  const kindOfOptions = kind === 'exec' ? 'PodExecOptions' : 'PodAttachOptions';
  const options = processOptionsOf(await admitConnection(call, kindOfOptions, readProcessOptions(request.query, kind)));
  authorizeConnection(call);
  const pod = getObject(call);
  const container = containerName(pod, options.container);
  if (!hasNode(call, pod)) refuse(badRequest(`pod ${endpoint.name} does not have a host assigned`));
  if (!server.containers) return noContainers(call);
  if (!isUpgradeRequest(request.headers)) return refuse(badRequest('Upgrade request required'));
  const process = processOf(call, { kind, pod, container, options });
  if (isWebSocketRequest(request.headers)) return overWebSocket(call, process, options);
  return overSpdy(call, process, options);
}

/** Returns what is to be run; the text of the kubelet's refusal if that is not possible. */
function processOf(
  call: Call,
  {
    kind,
    pod,
    container,
    options,
  }: { kind: ProcessRequest['kind']; pod: FrozenObject; container: string; options: ProcessOptions },
): ProcessRequest | string {
  const host = call.server.containers ?? noContainers(call);
  const run = currentRun(pod, container);
  if (!run) return `container not found (${JSON.stringify(container)})`;
  const { restartCount, startedAt } = run;
  const uid = stringOf(pod.metadata.uid);
  return {
    kind,
    host,
    target: { pod, container, image: imageOf(pod, container), restartCount, startedAt },
    command: kind === 'exec' ? options.command : [],
    untilEnd: (ended) => onRunEnd(call, { container, restartCount, uid }, ended),
  };
}

function overWebSocket({ request, server }: Call, process: ProcessRequest | string, options: ProcessOptions): Reply {
  const asked = listOf(request.headers['sec-websocket-protocol']);
  const isTranslated = asked.includes(CLOSING_PROTOCOL);
  const problem = refusalOf(process, options);
  if (problem && !isTranslated) return problem;
  const answer = answerChannelRequest(request.headers, isTranslated ? [CLOSING_PROTOCOL] : kubeletProtocols);
  if (!answer.accepted) return { type: 'raw', contentType: undefined, ...answer };
  const [ours, theirs] = connectionPair();
  const session = openWebSocketSession(
    ours,
    { protocol: answer.headers['sec-websocket-protocol'] ?? '', clock: server.clock },
    options,
  );
  if (problem) void refuseInSession(session, Buffer.from(problem.body).toString());
  else if (typeof process !== 'string') void runProcess(process, session);
  return { type: 'connection', headers: answer.headers, connection: closedBy(theirs, request.signal) };
}

function overSpdy({ request, server }: Call, process: ProcessRequest | string, options: ProcessOptions): Reply {
  const problem = refusalOf(process, options);
  if (problem) return problem;
  const answer = answerSpdyRequest(request.headers, spdyProtocols);
  if ('refusal' in answer) return answer.refusal;
  const [ours, theirs] = connectionPair();
  const { protocol, headers } = answer;
  const run = async (): Promise<void> => {
    const session = await openSpdySession(ours, { protocol, clock: server.clock }, options);
    if (session && typeof process !== 'string') await runProcess(process, session);
  };
  void run();
  return { type: 'connection', headers, connection: closedBy(theirs, request.signal) };
}

/** The kubelet's refusal, before a connection is open. */
function refusalOf(process: ProcessRequest | string, { stdin, stdout, stderr }: ProcessOptions): RawReply | undefined {
  if (!stdin && !stdout && !stderr) return textReply(400, 'you must specify at least 1 of stdin, stdout, stderr');
  return typeof process === 'string' ? textReply(500, process) : undefined;
}

/** Reports a refusal of the kubelet to a client whose connection is open already. */
async function refuseInSession(session: ProcessSession, why: string): Promise<void> {
  await session.report({ error: `unable to upgrade connection: ${why}` }).catch(() => undefined);
  session.close();
}
