import { encodeProtobuf } from '@kb/apiserver/protobuf';
import { isObject } from './compare.ts';
import { createNormaliser } from './normalise.ts';
import { parseBody, parseFrames, splitFrames } from './parse-body.ts';
import type {
  Answer,
  AuditStep,
  FramesStep,
  OpenAnswer,
  RawHead,
  RawRequest,
  RequestStep,
  Requester,
  Sequence,
  SignClaimsStep,
  SignStep,
  Step,
} from './sequence.ts';

/** The maximum number of retries, far more than anything needs: with {@link RETRY_MS}, two minutes. */
const RETRIES = 1200;
const RETRY_MS = 100;
const SECOND_MS = 1000;
/** How many equal answers in a row count as calm. */
const CALM = 15;

/** A watch that a sequence opened. */
interface OpenWatch {
  readonly answer: OpenAnswer;
  /** The number of its frames that earlier steps have returned. */
  taken: number;
}

/** What the steps of a sequence share. */
interface Run {
  readonly requester: Requester;
  readonly variables: Map<string, string>;
  readonly watches: Map<string, OpenWatch>;
  /** The ids of the audited requests since the events were last compared. */
  readonly auditIds: Set<string>;
}

/** How fast a sequence is run. */
export interface Pace {
  /** How long to wait before a step, by its index, in milliseconds of the server's time. Default: not at all. */
  readonly pauseBefore?: ((step: number) => number) | undefined;
}

/** How a sequence is run. */
export interface RunOptions extends Pace {
  /** True: the namespace exists. Default: it is created first. */
  readonly isThere?: boolean;
}

/** Runs a sequence in a namespace, and returns the answers to compare: one for each step that is not quiet. */
export async function runSequence(
  requester: Requester,
  { steps }: Sequence,
  namespace: string,
  { isThere = false, pauseBefore = () => 0 }: RunOptions = {},
): Promise<Answer[]> {
  const variables = new Map([['NS', namespace]]);
  if (requester.webhook) {
    variables.set('WEBHOOK', requester.webhook.origin);
    variables.set('WEBHOOK_CA', requester.webhook.caBundle);
    variables.set('WEBHOOK_PORT', new URL(requester.webhook.origin).port);
  }
  const run: Run = { requester, variables, watches: new Map(), auditIds: new Set() };
  if (!isThere)
    await send(run, { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
  run.auditIds.clear();
  const normalise = createNormaliser(namespace, requester.webhook, literalsOf(steps));
  const answers: Answer[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const pauseMs = 'later' in step && step.later ? SECOND_MS : pauseBefore(index);
      if (pauseMs > 0) await requester.pause(pauseMs);
      const answer = await makeStep(run, step);
      if (!answer || 'compact' in step || 'signTokenOf' in step || 'signClaims' in step) continue;
      // Quiet answers are normalised too: names depend on the order of first appearance.
      const normalised = normalise(
        {
          ...answer,
          headers: comparedHeaders(answer.headers, 'presentHeaders' in step ? step.presentHeaders : undefined),
        },
        'compareVersion' in step && step.compareVersion ? new Map(run.variables) : undefined,
      );
      if ('auditEvents' in step) {
        answers.push(normalised);
        continue;
      }
      for (const [name, path] of Object.entries(step.save ?? {})) save(run.variables, name, textAt(answer, path));
      if (!step.quiet) answers.push(normalised);
    }
  } finally {
    for (const { answer } of run.watches.values()) answer.close();
  }
  return answers;
}

/** Returns the numbers of two or more digits in the requests. */
function literalsOf(steps: readonly Step[]): Set<string> {
  const text = JSON.stringify(steps, (_, value: unknown) => (value instanceof Uint8Array ? '' : value));
  return new Set(text.match(/\d{2,}/g) ?? []);
}

function save(variables: Map<string, string>, name: string, value: string): void {
  variables.set(name, value);
  const parts = value.split('.');
  if (parts.length !== 3) return;
  for (const [index, part] of ['header', 'claims', 'signature'].entries())
    variables.set(`${name}_${part}`, parts[index] ?? '');
}

/** Runs a step; undefined if there is nothing to compare yet. */
async function makeStep(run: Run, step: Step): Promise<Answer | undefined> {
  if ('compact' in step) {
    await run.requester.compact();
    for (const path of step.compact)
      await repeated(
        run,
        () => send(run, { method: 'GET', path }),
        ({ status }) => status === 410,
      );
    return undefined;
  }
  if ('signTokenOf' in step) {
    sign(run, step);
    return undefined;
  }
  if ('signClaims' in step) {
    signClaims(run, step);
    return undefined;
  }
  if ('framesOf' in step) return collectFrames(run, step);
  if ('auditEvents' in step) return collectAuditEvents(run, step);
  if (step.background !== undefined) {
    const answer = await run.requester.open(requestOf(run, step));
    run.auditIds.add(answer.headers['audit-id'] ?? '');
    run.watches.set(step.background, { answer, taken: 0 });
    return undefined;
  }
  const { shows, hides, warns, until } = step;
  if (warns !== undefined)
    return repeated(
      run,
      () => send(run, step),
      ({ headers }) => headers.warning?.includes(warns) === true,
    );
  if (shows !== undefined)
    return repeated(
      run,
      () => send(run, step),
      ({ body }) => JSON.stringify(body).includes(shows),
    );
  if (hides !== undefined)
    return repeated(
      run,
      () => send(run, step),
      ({ body }) => !JSON.stringify(body).includes(hides),
    );
  if (until !== undefined)
    return repeated(
      run,
      () => send(run, step),
      ({ status }) => status === until,
    );
  if (step.calm) return calmed(run, () => send(run, step));
  return step.retry
    ? repeated(
        run,
        () => send(run, step),
        ({ status }) => status < 400,
      )
    : send(run, step);
}

function sign({ requester, variables }: Run, { signTokenOf: { secretName, serviceAccount }, as }: SignStep): void {
  const { name, uid } = serviceAccount;
  const filled = { name, uid: fill(variables, uid) };
  const namespace = variables.get('NS') ?? '';
  const token = requester.signSecretToken({ namespace, secretName, serviceAccount: filled });
  save(variables, as, token);
  variables.set(`${as}_base64`, Buffer.from(token).toString('base64'));
}

function signClaims(
  { requester, variables }: Run,
  { signClaims: claims, times = {}, header, as }: SignClaimsStep,
): void {
  const filled = JSON.parse(fill(variables, JSON.stringify(claims))) as object;
  const now = Math.floor(requester.now() / 1000);
  const due = Object.entries(times).map(([name, seconds]) => [name, now + seconds]);
  save(variables, as, requester.signClaims({ ...filled, ...Object.fromEntries(due) }, header));
}

/** Repeats a request, for a while, until the answer is the expected one. */
async function repeated(
  { requester }: Run,
  ask: () => Promise<Answer>,
  isDone: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await ask();
  for (let left = RETRIES; !isDone(answer) && left > 0; left -= 1) {
    await requester.pause(RETRY_MS);
    answer = await ask();
  }
  return answer;
}

/** Repeats a request until several answers in a row are the same. */
async function calmed(run: Run, ask: () => Promise<Answer>): Promise<Answer> {
  let last: string | undefined;
  let same = 0;
  return repeated(run, ask, ({ headers: { etag } }) => {
    same = etag === last ? same + 1 : 0;
    last = etag;
    return same === CALM;
  });
}

async function collectFrames(run: Run, { framesOf, count = Infinity }: FramesStep): Promise<Answer> {
  const watch = run.watches.get(framesOf);
  if (!watch) throw new Error(`no step before has opened a watch with the name ${framesOf}`);
  const { status, headers } = watch.answer;
  const wanted = watch.taken + count;
  const body = await watch.answer.read((soFar) => splitFrames(headers, soFar).length >= wanted);
  if (status !== 200) return { status, headers, body: parseBody(headers, body) };
  const frames = parseFrames(headers, body).slice(watch.taken, wanted);
  watch.taken += frames.length;
  return { status, headers, body: frames };
}

/** Waits until there are this many events; once there are, for more that should not come. */
async function collectAuditEvents({ requester, auditIds }: Run, { auditEvents }: AuditStep): Promise<Answer> {
  const events = (): unknown[] => (requester.auditEvents?.() ?? []).filter(({ auditID }) => auditIds.has(auditID));
  for (let left = 50; events().length < auditEvents && left > 0; left -= 1) await requester.pause(RETRY_MS);
  await requester.pause(RETRY_MS);
  const body = events();
  auditIds.clear();
  return { status: 200, headers: {}, body };
}

async function send(run: Run, step: RequestStep): Promise<Answer> {
  const { status, headers, body } = await run.requester.send(requestOf(run, step));
  run.auditIds.add(headers['audit-id'] ?? '');
  if (step.showsClaims) return { status, headers, body: withClaims(parseBody(headers, body)) };
  if (step.withoutBody) return { status, headers, body: '<not compared>' };
  const isStream = status === 200 && isWatch(step) && body.length > 0;
  return { status, headers, body: isStream ? parseFrames(headers, body) : parseBody(headers, body) };
}

/** Adds the content of the token in the status of a TokenRequest. */
function withClaims(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.status) || typeof body.status.token !== 'string') return body;
  const [header, claims] = body.status.token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
  const issued = Number(claims?.iat);
  const relative = (key: string, value: unknown): unknown =>
    typeof value === 'number' && /^(?:exp|iat|nbf|warnafter)$/.test(key) ? value - issued : value;
  return { ...body, token: JSON.parse(JSON.stringify({ header, claims }, relative)) as unknown };
}

function isWatch({ path }: RequestStep): boolean {
  return /[?&]watch=|\/watch\//.test(path);
}

function requestOf({ variables }: Run, { method, path, body, headers = {}, certificate }: RequestStep): RawRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes =
    body === undefined || body instanceof Uint8Array
      ? body
      : headers['content-type'] === PROTOBUF && typeof body !== 'string'
        ? encodeProtobuf(JSON.parse(fill(variables, text)))
        : new TextEncoder().encode(fill(variables, text));
  return {
    method,
    path: fill(variables, path).replaceAll(' ', '%20'),
    headers: {
      'user-agent': 'conformance/1',
      ...(bytes !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(variables, value)])),
    },
    ...(bytes !== undefined && { body: bytes }),
    ...(certificate !== undefined && { certificate }),
  };
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Replaces `${…}` by what was saved. */
function fill(variables: Run['variables'], text: string): string {
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables.get(name) ?? whole);
}

/** Headers whose values are compared. */
const COMPARED = [
  'allow',
  'cache-control',
  'content-encoding',
  'content-type',
  'location',
  'retry-after',
  'vary',
  'warning',
  'x-content-type-options',
];
/** Headers whose presence is compared, but not their values. */
const PRESENT = ['audit-id', 'etag', 'last-modified'];

function comparedHeaders(headers: RawHead['headers'], present: readonly string[] = []): Record<string, string> {
  return Object.fromEntries([
    ...COMPARED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ...[...PRESENT, ...present].flatMap((name) => (headers[name] === undefined ? [] : [[name, '<present>']])),
  ] as [string, string][]);
}

function textAt({ headers, body }: Answer, path: string): string {
  if (path.startsWith('headers.')) return headers[path.slice('headers.'.length)] ?? '';
  const found = path
    .split('.')
    .reduce<unknown>((current, key) => (current as Record<string, unknown> | undefined)?.[key], body);
  return typeof found === 'string' ? found : '';
}
