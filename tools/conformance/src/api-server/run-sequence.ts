import { setTimeout as sleep } from 'node:timers/promises';
import { createNormaliser } from './normalise.ts';
import type { Answer, Requester, Sequence, Step } from './sequence.ts';

const RETRIES = 50;
const RETRY_MS = 100;

/** Makes the requests of a sequence in a namespace of its own, and answers what is to be compared: one answer for each step that is not quiet. */
export async function runSequence(requester: Requester, { steps }: Sequence, namespace: string): Promise<Answer[]> {
  await send(
    requester,
    { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } },
    new Map(),
  );
  const variables = new Map([['NS', namespace]]);
  const normalise = createNormaliser(namespace);
  const answers: Answer[] = [];
  for (const step of steps) {
    const answer = await sendStep(requester, step, variables);
    for (const [name, path] of Object.entries(step.save ?? {})) variables.set(name, textAt(answer.body, path));
    // Also what is quiet: names are given in the order in which things appear.
    const normalised = normalise(answer);
    if (!step.quiet) answers.push(normalised);
  }
  return answers;
}

async function sendStep(requester: Requester, step: Step, variables: ReadonlyMap<string, string>): Promise<Answer> {
  let answer = await send(requester, step, variables);
  for (let left = RETRIES; step.retry && answer.status >= 400 && left > 0; left -= 1) {
    await sleep(RETRY_MS);
    answer = await send(requester, step, variables);
  }
  return answer;
}

async function send(
  requester: Requester,
  { method, path, body, headers = {} }: Step,
  variables: ReadonlyMap<string, string>,
): Promise<Answer> {
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables.get(name) ?? whole);
  const text = body === undefined ? undefined : fill(typeof body === 'string' ? body : JSON.stringify(body));
  const {
    status,
    headers: answered,
    text: answer,
  } = await requester.send({
    method,
    path: fill(path).replaceAll(' ', '%20'),
    headers: {
      'user-agent': 'conformance/1',
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  return { status, headers: compared(answered), body: parse(answer, path) };
}

const COMPARED = ['content-type', 'warning', 'retry-after', 'cache-control', 'allow', 'location'];

function compared(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(COMPARED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

function parse(text: string, path: string): unknown {
  if (text === '') return '';
  try {
    return JSON.parse(text);
  } catch {
    if (!/[?&]watch=|\/watch\//.test(path)) return text;
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parse(line, ''));
  }
}

function textAt(value: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((current, key) => (current as Record<string, unknown> | undefined)?.[key], value);
  return typeof found === 'string' ? found : '';
}
